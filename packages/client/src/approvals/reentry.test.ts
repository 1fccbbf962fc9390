/** Functions of the app are called in the middle of a change, and may call back: what is shown stays what was sent. */

import { rawRun, scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it } from "vitest";
import { asks, client, finished, started, succeeds } from "../../../../test/support/scripted.ts";
import type { AgentClientOptions } from "../client.ts";
import { defineTool } from "../run/define-tool.ts";
import type { Thread } from "../run/thread-types.ts";
import type { RunEnd } from "../run/types.ts";
import { defineInterrupt } from "./define-interrupt.ts";
import { definePolicy } from "./define-policy.ts";
import type { ApprovalActions } from "./types.ts";

const A = { id: "a", reason: "x" };
const B = { id: "b", reason: "x" };
const ENTRIES = [
  { interruptId: "a", status: "resolved", payload: 1 },
  { interruptId: "b", status: "resolved", payload: 2 },
];

/** A thread before two questions, both answered. */
async function answered(options: Partial<AgentClientOptions> = {}) {
  const { transport, inputs } = scriptedAgent(asks(A, B), succeeds, succeeds);
  const thread = client(transport, options).thread("t1");
  await thread.send("Go");
  thread.approvals.answer("a", 1);
  thread.approvals.answer("b", 2);
  return { thread, inputs };
}

/** The answers are on their way as they are shown, and arrive so. */
async function expectSentAsShown(
  { thread, inputs }: Awaited<ReturnType<typeof answered>>,
  out?: Promise<RunEnd>,
) {
  expect(thread.approvals.get()).toMatchObject({
    phase: "submitting",
    items: [{ payload: 1 }, { payload: 2 }],
  });
  expect(await out).toMatchObject({ status: "success" });
  expect(inputs).toHaveLength(2);
  expect(inputs[1]?.resume).toEqual(ENTRIES);
  expect(thread.decisions.get()).toMatchObject(ENTRIES);
  expect(thread.approvals.get().phase).toBe("accepted");
}

describe("a function that submits while it is asked for an answer", () => {
  it.each<[string, Parameters<ApprovalActions["answerAll"]>[0]]>([
    ["answers", () => ({ payload: 99 })],
    ["declines", () => ({ decline: true })],
  ])("and then %s, has that refused", async (_name, reply) => {
    const made = await answered();
    let out: Promise<RunEnd> | undefined;
    const change = () =>
      made.thread.approvals.answerAll((item) => {
        // What is left out is looked at all the same.
        if (item.id === "b") out = made.thread.approvals.submit();
        return reply(item);
      });
    expect(change).toThrow(expect.objectContaining({ name: "ApprovalError", code: "busy" }));
    await expectSentAsShown(made, out);
  });

  it("as a type of the app's that judges it, has the answer refused", async () => {
    let onJudge = () => {};
    const typed = defineInterrupt({
      reason: "x",
      response: {
        "~standard": {
          validate(value: unknown) {
            onJudge();
            return { value };
          },
          jsonSchema: { input: () => ({}) },
        },
      },
    });
    const made = await answered({ interrupts: [typed] });
    let out: Promise<RunEnd> | undefined;
    onJudge = () => {
      onJudge = () => {};
      out = made.thread.approvals.submit();
    };
    expect(() => made.thread.approvals.answer("a", 99)).toThrow(expect.objectContaining({ code: "busy" }));
    await expectSentAsShown(made, out);
  });

  it("has nothing of it kept for another batch", async () => {
    const { thread } = await answered();
    const { batch: _, ...other } = thread.export();
    const change = () =>
      thread.approvals.answerAll(() => {
        thread.hydrate(other);
        return { payload: 99 };
      });
    expect(change).toThrow(expect.objectContaining({ code: "nothing-pending" }));
    expect(thread.approvals.get()).toMatchObject({ phase: "none", items: [] });
  });
});

/** What became of each try to start a run in the middle of another one's end. */
function attempts(thread: () => Thread, ...starts: ((thread: Thread) => Promise<RunEnd>)[]) {
  const codes: unknown[] = [];
  const attempt = (): undefined => {
    for (const start of starts) {
      start(thread()).then(
        ({ status }) => codes.push(status),
        (error: unknown) => codes.push(Reflect.get(Object(error), "code")),
      );
    }
  };
  return { codes, attempt };
}
const send = (thread: Thread) => thread.send("More");
const run = (thread: Thread) => thread.run();

describe("a rule that calls back while it is asked", () => {
  it("cannot start a run past the question", async () => {
    const { transport, inputs } = scriptedAgent(asks(A), succeeds, succeeds);
    const { codes, attempt } = attempts(() => thread, send, run);
    const policy = definePolicy({ name: "p", decide: () => attempt() });
    const thread: Thread = client(transport, { policies: [policy] }).thread("t1");
    expect((await thread.send("Go")).status).toBe("interrupted");
    expect(codes).toEqual(["busy", "busy"]);
    expect(inputs).toHaveLength(1);
    expect(thread.get()).toMatchObject({ status: "interrupted", messages: [{ content: "Go" }] });
    expect(thread.approvals.get()).toMatchObject({ phase: "open", items: [{ id: "a", status: "open" }] });
  });

  it("and answers as a person does, has that kept", async () => {
    const { transport, inputs } = scriptedAgent(asks(A, B), succeeds);
    const policy = definePolicy({
      name: "p",
      decide(item) {
        if (item.id === "b") thread.approvals.answer("a", "by hand");
        return { payload: "by rule" };
      },
    });
    const thread: Thread = client(transport, { policies: [policy] }).thread("t1");
    expect((await thread.send("Go")).status).toBe("interrupted");
    expect(thread.approvals.get().items).toMatchObject([{ payload: "by hand" }, { status: "open" }]);
    thread.approvals.answer("b", true);
    await thread.approvals.submit();
    expect(inputs[1]?.resume).toMatchObject([{ payload: "by hand" }, { payload: true }]);
  });

  it("and stops the run, leaves the question that was asked", async () => {
    const { transport, inputs } = scriptedAgent(asks(A), succeeds);
    const policy = definePolicy({ name: "p", decide: () => void thread.stop() });
    const thread: Thread = client(transport, { policies: [policy] }).thread("t1");
    expect((await thread.send("Go")).status).toBe("stopped");
    expect(thread.get().status).toBe("stopped");
    expect(thread.approvals.get()).toMatchObject({ phase: "open", items: [{ id: "a" }] });
    thread.approvals.answer("a", 1);
    expect((await thread.approvals.submit()).status).toBe("success");
    expect(inputs).toHaveLength(2);
  });
});

it("a tool that calls back while it is asked whether it needs consent cannot start a run past its question", async () => {
  const { transport, inputs } = scriptedAgent(
    rawRun((input) => [
      started(input),
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "mail" },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      finished(input),
    ]),
    succeeds,
  );
  const { codes, attempt } = attempts(() => thread, send, run);
  const tool = defineTool({
    name: "mail",
    description: "",
    needsApproval() {
      attempt();
      return true;
    },
    execute: () => "sent",
  });
  const thread: Thread = client(transport, { tools: [tool] }).thread("t1");
  expect((await thread.send("Go")).status).toBe("success");
  expect(codes).toEqual(["busy", "busy"]);
  expect(inputs).toHaveLength(1);
  expect(thread.approvals.get()).toMatchObject({ phase: "open", items: [{ id: "c1", status: "open" }] });
});

it("who hears a warning that a question is asked again cannot start a run past it", async () => {
  const { transport, inputs } = scriptedAgent(asks(A), asks(A), succeeds);
  const { codes, attempt } = attempts(() => thread, send, run);
  const thread: Thread = client(transport, {
    onWarning({ code }) {
      if (code === "asked-again") attempt();
    },
  }).thread("t1");
  await thread.send("Go");
  thread.approvals.answer("a", 1);
  expect((await thread.approvals.submit()).status).toBe("interrupted");
  expect(codes).toEqual(["busy", "busy"]);
  expect(inputs).toHaveLength(2);
  expect(thread.approvals.get()).toMatchObject({ phase: "open", items: [{ id: "a" }] });
});
