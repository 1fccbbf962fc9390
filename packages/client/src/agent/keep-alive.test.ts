import { expect, test, vi } from "vitest";
import type { Timer } from "../lib/environment.ts";
import { createRunInput } from "./create-run-input.ts";
import { defineAgent } from "./define-agent.ts";
import type { FetchHandlerOptions } from "./to-fetch-handler.ts";
import { toFetchHandler } from "./to-fetch-handler.ts";

/** Timers that ring when they are told to. */
function byHand(): { timer: Timer; ring: () => void; delays: number[]; waiting: () => number } {
  const rings = new Set<() => void>();
  const delays: number[] = [];
  return {
    delays,
    waiting: () => rings.size,
    timer(ring, delay) {
      delays.push(delay);
      rings.add(ring);
      return () => rings.delete(ring);
    },
    ring() {
      for (const ring of [...rings]) {
        rings.delete(ring);
        ring();
      }
    },
  };
}

/** An agent that says a word each time it is let go on, and its stream as text. */
async function start(options: FetchHandlerOptions) {
  let proceed = (): void => {};
  let signal: AbortSignal | undefined;
  const agent = defineAgent(async (ctx) => {
    signal = ctx.signal;
    for (const word of ["one", "two"]) {
      await new Promise<void>((resolve) => {
        proceed = resolve;
      });
      ctx.emit({ type: "CUSTOM", name: word, value: null });
    }
  });
  const request = new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(createRunInput({ threadId: "t", runId: "r" })),
  });
  const reader = (await toFetchHandler(agent, options)(request)).body
    ?.pipeThrough(new TextDecoderStream())
    .getReader();
  if (!reader) throw new Error("no body");
  return { reader, proceed: () => proceed(), signal: () => signal };
}

test("a silent run is kept alive by a comment after each interval, and by nothing while it speaks", async () => {
  const hand = byHand();
  const { reader, proceed } = await start({ keepAlive: 15_000, environment: { timer: hand.timer } });
  expect((await reader.read()).value).toContain("RUN_STARTED");
  for (let interval = 0; interval < 3; interval++) {
    const next = reader.read();
    await vi.waitFor(() => expect(hand.waiting()).toBe(1));
    hand.ring();
    expect((await next).value).toBe(":\n\n");
  }
  const word = reader.read();
  proceed();
  expect((await word).value).toMatch(/^data: \{"type":"CUSTOM","name":"one".*\n\n$/);
  const comment = reader.read();
  await vi.waitFor(() => expect(hand.waiting()).toBe(1));
  hand.ring();
  expect((await comment).value).toBe(":\n\n");
  const last = reader.read();
  proceed();
  expect((await last).value).toContain('"two"');
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value;
  expect(rest).toContain("RUN_FINISHED");
  expect(rest).not.toContain(":\n\n:");
  // No timer outlives its run.
  await vi.waitFor(() => expect(hand.waiting()).toBe(0));
  expect(new Set(hand.delays)).toEqual(new Set([15_000]));
});

test("nothing is kept for a client that does not read", async () => {
  const hand = byHand();
  const { reader } = await start({ keepAlive: 1000, environment: { timer: hand.timer } });
  await reader.read();
  // The decoder between asks for one part on its own; after that nobody does.
  await vi.waitFor(() => expect(hand.waiting()).toBe(1));
  hand.ring();
  await vi.waitFor(() => expect(hand.waiting()).toBe(0));
  expect(hand.delays.length).toBeLessThanOrEqual(3);
});

test.each([undefined, 0, Number.POSITIVE_INFINITY])("with %s there are no comments", async (keepAlive) => {
  const hand = byHand();
  const { reader, proceed } = await start({
    ...(keepAlive !== undefined && { keepAlive }),
    environment: { timer: hand.timer },
  });
  await reader.read();
  const next = reader.read();
  proceed();
  expect((await next).value).toContain('"one"');
  expect(hand.delays).toEqual([]);
});

test("a client that leaves in a silence leaves no timer, and the agent is aborted", async () => {
  const hand = byHand();
  const { reader, signal } = await start({ keepAlive: 1000, environment: { timer: hand.timer } });
  await reader.read();
  const next = reader.read();
  await vi.waitFor(() => expect(hand.waiting()).toBe(1));
  await reader.cancel();
  expect((await next).done).toBe(true);
  await vi.waitFor(() => expect(signal()?.aborted).toBe(true));
  await vi.waitFor(() => expect(hand.waiting()).toBe(0));
});
