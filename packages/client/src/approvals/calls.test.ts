import { breakOff, rawRun, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it } from "vitest";
import { client, finished, started, succeeds } from "../../../../test/support/scripted.ts";
import { readRecord } from "../storage/record.ts";

const calls = (args: string): Script =>
  rawRun((input) => [
    started(input),
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "transfer" },
    { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: args },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
    finished(input, {
      type: "interrupt",
      interrupts: [{ id: "a", reason: "tool_call", toolCallId: "c1" }],
    }),
  ]);

const transfer = {
  name: "transfer",
  description: "Sends money.",
  parameters: {
    type: "object",
    properties: { amount: { type: "number", maximum: 100 } },
    required: ["amount"],
  },
};

async function paused() {
  const { transport, inputs } = scriptedAgent(calls('{"amount":5}'), succeeds);
  const thread = client(transport, { tools: [transfer] }).thread("t1");
  await thread.send("Go");
  return { thread, inputs };
}

/** The conversation with other arguments in the call. */
const changed = (messages: readonly object[], args: string) =>
  JSON.parse(JSON.stringify(messages).replaceAll(JSON.stringify('{"amount":5}'), JSON.stringify(args)));

describe("a question about a call", () => {
  it("gives the call with its arguments", async () => {
    const { thread } = await paused();
    expect(thread.approvals.get().items[0]?.toolCall).toMatchObject({
      name: "transfer",
      input: { amount: 5 },
    });
  });

  it("withdraws its answer, and says why, when the arguments change before it is sent", async () => {
    const { thread, inputs } = await paused();
    thread.approvals.answer("a", { approved: true });
    thread.setMessages(changed(thread.get().messages, '{"amount":5000}'));
    const [item] = thread.approvals.get().items;
    expect(item).toMatchObject({
      status: "open",
      notice: "arguments-changed",
      draft: { approved: true },
      toolCall: { input: { amount: 5000 } },
      toolCallBefore: { input: { amount: 5 } },
    });
    await expect(thread.approvals.submit()).rejects.toMatchObject({ code: "uncovered", interruptIds: ["a"] });
    expect(inputs).toHaveLength(1);
    thread.approvals.answer("a", { approved: false });
    expect(thread.approvals.get().items[0]).toMatchObject({ status: "answered", notice: null });
    expect((await thread.approvals.submit()).status).toBe("success");
  });

  it("does not repeat an answer that was withdrawn since it was sent", async () => {
    const { transport, inputs } = scriptedAgent(calls('{"amount":5}'), rawRun([]), succeeds);
    const thread = client(transport).thread("t1");
    await thread.send("Go");
    thread.approvals.answer("a", { approved: true });
    expect((await thread.approvals.submit()).status).toBe("unstarted");
    thread.setMessages(changed(thread.get().messages, '{"amount":5000}'));
    await expect(thread.approvals.retry()).rejects.toMatchObject({ code: "invalid" });
    expect(inputs).toHaveLength(2);
  });

  it("withdraws its answer when the arguments changed while it was out, and it came back", async () => {
    const { transport } = scriptedAgent(
      calls('{"amount":5}'),
      rawRun((input) => [started(input), { type: "RUN_ERROR", message: "No." }]),
    );
    const thread = client(transport).thread("t1");
    await thread.send("Go");
    thread.approvals.answer("a", { approved: true });
    const sent = thread.approvals.submit();
    thread.setMessages(changed(thread.get().messages, '{"amount":5000}'));
    expect((await sent).status).toBe("failed");
    expect(thread.approvals.get()).toMatchObject({
      phase: "failed",
      items: [{ status: "open", notice: "arguments-changed", toolCall: { input: { amount: 5000 } } }],
    });
  });

  it("gives the call although its answer may have arrived when the thread came back", async () => {
    const { transport } = scriptedAgent(calls('{"amount":5}'), [breakOff()]);
    const thread = client(transport).thread("t1");
    await thread.send("Go");
    thread.approvals.answer("a", { approved: true });
    expect((await thread.approvals.submit()).status).toBe("truncated");
    const later = client(scriptedAgent().transport).thread("t1");
    later.hydrate(readRecord(JSON.parse(JSON.stringify(thread.export()))));
    expect(later.approvals.get()).toMatchObject({
      phase: "unknown",
      items: [{ status: "answered", toolCall: { name: "transfer", input: { amount: 5 } } }],
    });
    later.setMessages(changed(later.get().messages, '{"amount":5000}'));
    expect(later.approvals.get().items[0]?.status).toBe("answered");
  });

  it("only shows the new arguments where nothing was answered, or it was declined", async () => {
    const { thread } = await paused();
    thread.setMessages(changed(thread.get().messages, '{"amount":6}'));
    expect(thread.approvals.get().items[0]).toMatchObject({
      status: "open",
      notice: null,
      toolCall: { input: { amount: 6 } },
    });
    thread.approvals.decline("a");
    thread.setMessages(changed(thread.get().messages, '{"amount":5}').map((m: object) => m));
    expect(thread.approvals.get().items[0]?.status).toBe("declined");
  });

  it("keeps the answer when only other messages change", async () => {
    const { thread } = await paused();
    thread.approvals.answer("a", { approved: true });
    thread.setMessages([...thread.get().messages, { id: "x", role: "system", content: "hello" }]);
    expect(thread.approvals.get().items[0]).toMatchObject({ status: "answered", notice: null });
  });

  it("holds edited arguments against the tool's own schema, where the app has declared it", async () => {
    const { thread } = await paused();
    expect(thread.approvals.answer("a", { editedArgs: { amount: 500 } })).toMatchObject([
      { path: ["editedArgs", "amount"], keyword: "maximum" },
    ]);
    expect(thread.approvals.answer("a", { editedArgs: {} })).toMatchObject([
      { path: ["editedArgs", "amount"], keyword: "required" },
    ]);
    expect(thread.approvals.answer("a", { editedArgs: { amount: 50 } })).toEqual([]);
  });
});
