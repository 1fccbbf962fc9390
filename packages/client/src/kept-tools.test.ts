import { createGate, rawRun, type Script, say, scriptedAgent, until } from "@holdpoint/client/testing";
import { expect, it, vi } from "vitest";
import { keptPages } from "../../../test/support/kept-pages.ts";
import { asks, client, finished, started, succeeds } from "../../../test/support/scripted.ts";
import { definePolicy } from "./approvals/define-policy.ts";
import type { AgentClient } from "./client.ts";
import { defineTool } from "./run/define-tool.ts";

const call = (id: string) => [
  { type: "TOOL_CALL_START", toolCallId: id, toolCallName: "mail", parentMessageId: `a-${id}` },
  { type: "TOOL_CALL_ARGS", toolCallId: id, delta: "{}" },
  { type: "TOOL_CALL_END", toolCallId: id },
];
const calls = (...ids: string[]): Script =>
  rawRun((input) => [started(input), ...ids.flatMap(call), finished(input)]);
const breaks: Script = () => {
  throw new Error("No network.");
};
const results = (input: { messages: readonly { role: string }[] } | undefined) =>
  input?.messages.filter(({ role }) => role === "tool");
/** A tool that mails once somebody lets it, and waits for `until`. */
const mailer = (until: Promise<unknown> = Promise.resolve()) => {
  const execute = vi.fn(() => until.then(() => "sent"));
  return { execute, mail: defineTool({ name: "mail", description: "Mails.", needsApproval: true, execute }) };
};

it.each<[string, (thread: ReturnType<AgentClient["thread"]>) => void]>([
  ["declined", (thread) => thread.approvals.decline("c1")],
  ["answered with no", (thread) => thread.approvals.answer("c1", false)],
])("a tool that an earlier page has executed was allowed, though it is %s now", async (_name, change) => {
  const { page, kept } = keptPages();
  const { execute, mail } = mailer();
  const first = page(scriptedAgent(calls("c1"), breaks).transport, { tools: [mail] }).thread("t1");
  await first.send("Go");
  first.approvals.answer("c1", true);
  expect((await first.approvals.submit()).status).toBe("unstarted");
  await vi.waitFor(() => expect(kept().messages.at(-1)).toMatchObject({ content: "sent" }));
  const { transport, inputs } = scriptedAgent(succeeds);
  const later = page(transport, { tools: [mail] }).thread("t1");
  await later.ready;
  change(later);
  await later.approvals.submit();
  expect(execute).toHaveBeenCalledTimes(1);
  expect(results(inputs[0])).toMatchObject([{ toolCallId: "c1", content: "sent" }]);
  expect(later.decisions.get()).toMatchObject([{ status: "resolved", payload: true }]);
});

it("what a stopped tool comes to is known to a later page, which does not execute it again", async () => {
  const { page, kept } = keptPages();
  const done = createGate();
  const { execute, mail } = mailer(done.opened);
  const first = page(scriptedAgent(calls("c1")).transport, { tools: [mail] }).thread("t1");
  await first.send("Go");
  first.approvals.answer("c1", true);
  const submitted = first.approvals.submit();
  await vi.waitFor(() => expect(execute).toHaveBeenCalled());
  first.stop();
  await submitted;
  expect(first.approvals.get().phase).toBe("open");
  done.open();
  await vi.waitFor(() => expect(kept().messages.at(-1)).toMatchObject({ content: "sent" }));
  const { transport, inputs } = scriptedAgent(succeeds);
  const later = page(transport, { tools: [mail] }).thread("t1");
  await later.ready;
  await later.approvals.submit();
  expect(execute).toHaveBeenCalledTimes(1);
  expect(results(inputs[0])).toMatchObject([{ content: "sent" }]);
});

it("a tool that was at work when its page went is not executed again", async () => {
  const { page, kept } = keptPages();
  const { execute, mail } = mailer(new Promise(() => {}));
  const first = page(scriptedAgent(calls("c1")).transport, { tools: [mail] }).thread("t1");
  await first.send("Go");
  first.approvals.answer("c1", true);
  first.approvals.submit();
  await vi.waitFor(() => expect(execute).toHaveBeenCalled());
  expect(kept()).toMatchObject({ begun: ["c1"], batch: { phase: "submitting" } });
  const { transport, inputs } = scriptedAgent(succeeds);
  const later = page(transport, { tools: [mail] }).thread("t1");
  await later.ready;
  expect(later.approvals.get().phase).toBe("unknown");
  await later.approvals.retry();
  expect(execute).toHaveBeenCalledTimes(1);
  expect(results(inputs[0])).toMatchObject([{ toolCallId: "c1", error: "The call was stopped." }]);
  expect(later.decisions.get()).toMatchObject([{ status: "resolved", payload: true }]);
});

it("a tool that was at work is not executed again after a page without it, though it comes with the run", async () => {
  const { page, kept } = keptPages();
  const { execute, mail } = mailer(new Promise(() => {}));
  const first = page(scriptedAgent(calls("c1")).transport, { tools: [mail] }).thread("t1");
  await first.send("Go");
  first.approvals.answer("c1", true);
  const submitted = first.approvals.submit();
  await vi.waitFor(() => expect(execute).toHaveBeenCalled());
  first.stop();
  expect((await submitted).status).toBe("stopped");
  await vi.waitFor(() => expect(kept()).toMatchObject({ begun: ["c1"], batch: { phase: "open" } }));
  const { transport, inputs } = scriptedAgent(succeeds);
  const without = page(transport).thread("t1");
  await without.ready;
  without.approvals.draft("c1", "a note");
  await vi.waitFor(() => expect(kept().batch.items[0].draft).toBe("a note"));
  expect(kept()).toMatchObject({ begun: ["c1"] });
  await without.approvals.submit({ tools: [mail] });
  expect(execute).toHaveBeenCalledTimes(1);
  expect(results(inputs[0])).toMatchObject([{ toolCallId: "c1", error: "The call was stopped." }]);
});

it("a tool that was not allowed is not said to have begun", async () => {
  const { page, kept } = keptPages();
  const { execute, mail } = mailer();
  const allowed = createGate();
  const { transport } = scriptedAgent(calls("c1"), [until(allowed), say("Done.")]);
  const thread = page(transport, { tools: [mail] }).thread("t1");
  await thread.send("Go");
  thread.approvals.answer("c1", false);
  const submitted = thread.approvals.submit();
  await vi.waitFor(() => expect(kept().batch.phase).toBe("submitting"));
  expect(kept().begun).toEqual([]);
  allowed.open();
  await submitted;
  expect(execute).not.toHaveBeenCalled();
});

it("an answer to a tool that the app has no more is refused, and may be declined", async () => {
  const { page } = keptPages();
  const { mail } = mailer();
  const first = page(scriptedAgent(calls("c1")).transport, { tools: [mail] }).thread("t1");
  await first.send("Go");
  first.dispose();
  const other = defineTool({ name: "other", description: "Another." });
  for (const tools of [[], [other]]) {
    const { transport, inputs } = scriptedAgent(succeeds);
    const made = page(transport, { tools });
    const thread = made.thread("t1");
    await thread.ready;
    thread.approvals.answer("c1", true);
    await expect(thread.approvals.submit()).rejects.toMatchObject({ name: "ApprovalError", code: "invalid" });
    expect(inputs).toEqual([]);
    expect(thread.approvals.get()).toMatchObject({ phase: "open", items: [{ payload: true }] });
    if (tools.length > 0) continue;
    thread.approvals.decline("c1");
    made.dispose();
  }
  const { transport, inputs } = scriptedAgent(succeeds);
  const thread = page(transport).thread("t1");
  await thread.ready;
  thread.approvals.decline("c1");
  expect((await thread.approvals.submit()).status).toBe("success");
  expect(inputs[0]?.resume ?? []).toEqual([]);
});

it("a tool that is passed with the run answers what an earlier page was asked", async () => {
  const { page } = keptPages();
  const { execute, mail } = mailer();
  const first = page(scriptedAgent(calls("c1")).transport).thread("t1");
  await first.send("Go", { tools: [mail] });
  first.dispose();
  const { transport, inputs } = scriptedAgent(succeeds);
  const thread = page(transport).thread("t1");
  await thread.ready;
  thread.approvals.answer("c1", true);
  await thread.approvals.submit({ tools: [mail] });
  expect(execute).toHaveBeenCalledTimes(1);
  expect(results(inputs[0])).toMatchObject([{ content: "sent" }]);
});

it("a call that is asked about is kept, however long the rest", async () => {
  const { page, kept } = keptPages({ storage: { maxLength: 2_000 } });
  const ask = defineTool({ name: "mail", description: "Asks.", needsApproval: true });
  const first = page(scriptedAgent(calls("c1")).transport, { tools: [ask] });
  const thread = first.thread("t1", { state: { blob: "x".repeat(4_000) } });
  await thread.send("Go");
  thread.approvals.answer("c1", "a person's own words");
  await vi.waitFor(() => expect(kept().batch.items[0].status).toBe("answered"));
  const { transport, inputs } = scriptedAgent(succeeds);
  const later = page(transport, { tools: [ask] }).thread("t1");
  await later.ready;
  await later.approvals.submit();
  expect(results(inputs[0])).toMatchObject([{ content: "a person's own words" }]);
});

it("another thread's record does not bring this one's outcomes along", async () => {
  const { execute, mail } = mailer();
  const made = scriptedAgent(calls("c1"), succeeds, succeeds);
  const other = client(scriptedAgent(calls("c1")).transport, { tools: [mail] }).thread("t2");
  await other.send("Go");
  const agents = client(made.transport, { tools: [mail] });
  const thread = agents.thread("t1");
  await thread.send("Go");
  thread.approvals.answer("c1", true);
  await thread.approvals.submit();
  thread.hydrate(other.export());
  expect(agents.warnings).toMatchObject([{ code: "wrong-thread" }]);
  thread.approvals.decline("c1");
  await thread.approvals.submit();
  expect(execute).toHaveBeenCalledTimes(1);
  expect(results(made.inputs[2])).toMatchObject([{ error: "The user declined the call." }]);
  expect(thread.decisions.get()).toMatchObject([{ status: "cancelled" }]);
});

it("a rule's answer to a call is sent at once, as one to the agent's own question is", async () => {
  const { execute, mail } = mailer();
  const policy = definePolicy({ name: "always", decide: () => ({ payload: true }) });
  const { transport, inputs } = scriptedAgent(calls("c1"), asks({ id: "q", reason: "x" }), succeeds);
  const thread = client(transport, { tools: [mail], policies: [policy] }).thread("t1");
  expect((await thread.send("Go")).status).toBe("success");
  expect(execute).toHaveBeenCalledTimes(1);
  expect(inputs).toHaveLength(3);
  expect(thread.decisions.get()).toMatchObject([{ by: "policy" }, { by: "policy" }]);
});

it("an answer to a call that the conversation has no more is refused, and may be declined", async () => {
  const { mail } = mailer();
  const { transport, inputs } = scriptedAgent(calls("c1"), succeeds);
  const thread = client(transport, { tools: [mail] }).thread("t1");
  await thread.send("Go");
  thread.setMessages([]);
  thread.approvals.answer("c1", true);
  await expect(thread.approvals.submit()).rejects.toMatchObject({ name: "ApprovalError", code: "invalid" });
  expect(inputs).toHaveLength(1);
  thread.approvals.decline("c1");
  expect((await thread.approvals.submit()).status).toBe("success");
  expect(thread.decisions.get()).toMatchObject([{ status: "cancelled" }]);
});

it.each([
  ["kept", true],
  ["in memory", false],
])(
  "an answer to a tool that a hydrated thread, %s, does not have is refused alike",
  async (_place, isKept) => {
    const { mail } = mailer();
    const before = client(scriptedAgent(calls("c1")).transport, { tools: [mail] }).thread("t1");
    await before.send("Go");
    const { transport, inputs } = scriptedAgent(succeeds);
    const thread = (isKept ? keptPages().page(transport) : client(transport)).thread("t1");
    await thread.ready;
    thread.hydrate(before.export());
    thread.approvals.answer("c1", true);
    await expect(thread.approvals.submit()).rejects.toMatchObject({
      name: "ApprovalError",
      code: "invalid",
      message: 'No tool here, pass it or decline: "c1"',
      interruptIds: ["c1"],
    });
    expect(inputs).toEqual([]);
    expect(thread.get().status).toBe("interrupted");
    expect(thread.approvals.get()).toMatchObject({ phase: "open", items: [{ payload: true }] });
    expect(thread.decisions.get()).toEqual([]);
    // Nor with the answers to the agent's own questions.
    thread.approvals.decline("c1");
    expect((await thread.approvals.submit()).status).toBe("success");
  },
);
