import { expect, test, vi } from "vitest";
import type { AgentEvent } from "../protocol/events.ts";
import { createRunInput } from "./create-run-input.ts";
import { defineAgent } from "./define-agent.ts";
import { runAgent } from "./run-agent.ts";
import type { RunContext } from "./run-context.ts";
import { createTestContext } from "./test-context.ts";

const input = createRunInput({ threadId: "t", runId: "r" });

/** Runs an agent that can stop its own run, as a server that shuts down would. */
async function stopped(
  run: (ctx: RunContext<Record<string, unknown>>, stop: (reason?: unknown) => void) => Promise<void>,
) {
  const controller = new AbortController();
  const onError = vi.fn();
  const agent = defineAgent((ctx) => run(ctx, (reason) => controller.abort(reason)));
  const events: AgentEvent[] = [];
  for await (const event of runAgent(agent, input, { signal: controller.signal, onError }))
    events.push(event);
  const texts = events.flatMap((event) => (event.type === "TEXT_MESSAGE_CONTENT" ? event.delta : []));
  return { texts, last: events.at(-1) };
}

const CANCELLED = { type: "RUN_FINISHED", outcome: { type: "cancelled" } };

test("stopping a run wakes an agent that is waiting for something else", async () => {
  const reason = new Error("shutting down");
  let woken: unknown;
  const { texts, last } = await stopped(async (ctx, stop) => {
    ctx.say("working");
    const answer = ctx.untilCancelled(new Promise<string>(() => {}));
    stop(reason);
    woken = await answer.catch((error: unknown) => error);
    await answer;
    ctx.say("unreachable");
  });
  expect(woken).toBe(reason);
  expect(texts).toEqual(["working"]);
  expect(last).toMatchObject(CANCELLED);
});

test("an agent can look for itself, and leave as it likes", async () => {
  let saw: unknown;
  const { texts } = await stopped(async (ctx, stop) => {
    for (const chunk of ["a", "b", "c"]) {
      if (ctx.isCancelled) {
        saw = chunk;
        return;
      }
      ctx.say(chunk);
      stop();
    }
  });
  expect(texts).toEqual(["a"]);
  expect(saw).toBe("b");
});

test("work that reports nothing is left where it checks", () => {
  const { context, cancel } = createTestContext();
  context.checkCancelled();
  expect(context.isCancelled).toBe(false);
  cancel(new Error("gone"));
  expect(context.isCancelled).toBe(true);
  expect(() => context.checkCancelled()).toThrow("gone");
  expect(() => context.say("late")).toThrow("gone");
});

test("what is waited for in time is given or thrown as it is, and leaves no listener behind", async () => {
  const { context, cancel } = createTestContext();
  const added = vi.spyOn(context.signal, "addEventListener");
  const removed = vi.spyOn(context.signal, "removeEventListener");
  expect(await context.untilCancelled(Promise.resolve(1))).toBe(1);
  await expect(context.untilCancelled(Promise.reject(new Error("own")))).rejects.toThrow("own");
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
    added.mock.calls.map(([, listener]) => listener),
  );
  expect(added).toHaveBeenCalledTimes(2);
  cancel(new Error("gone"));
  // What fails after nobody waits for it any more is nobody's, and no unhandled rejection.
  await expect(context.untilCancelled(Promise.reject(new Error("late")))).rejects.toThrow("gone");
});

test("however many runs and waits one signal stops, it is listened to once", async () => {
  const controller = new AbortController();
  const listen = vi.spyOn(controller.signal, "addEventListener");
  const waits: ReturnType<typeof vi.spyOn>[] = [];
  const agent = defineAgent(async (ctx) => {
    waits.push(vi.spyOn(ctx.signal, "addEventListener"));
    await Promise.all(Array.from({ length: 20 }, () => ctx.untilCancelled(new Promise(() => {}))));
  });
  const runs = Array.from({ length: 20 }, async () => {
    let last: AgentEvent | undefined;
    for await (const event of runAgent(agent, input, { signal: controller.signal })) last = event;
    return last;
  });
  await vi.waitFor(() => expect(waits).toHaveLength(20));
  controller.abort();
  for (const last of await Promise.all(runs)) expect(last).toMatchObject(CANCELLED);
  for (const spy of [listen, ...waits]) expect(spy).toHaveBeenCalledOnce();
});
