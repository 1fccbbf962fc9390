import { pause, rawRun, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it, vi } from "vitest";
import { client, finished, started, succeeds } from "../../../../test/support/scripted.ts";
import { defineTool, type ToolDefinition } from "./define-tool.ts";

const call = (id: string, args = "{}") => [
  { type: "TOOL_CALL_START", toolCallId: id, toolCallName: "wipe", parentMessageId: `a-${id}` },
  { type: "TOOL_CALL_ARGS", toolCallId: id, delta: args },
  { type: "TOOL_CALL_END", toolCallId: id },
];
const calls = (id: string, args?: string, outcome?: object): Script =>
  rawRun((input) => [started(input), ...call(id, args), finished(input, outcome)]);
const wipe = (rest: Partial<ToolDefinition<unknown>>) =>
  defineTool({ name: "wipe", description: "Wipes.", ...rest });
const results = (input: { messages: readonly { role: string }[] } | undefined) =>
  input?.messages.filter(({ role }) => role === "tool");

describe("a tool that needs consent", () => {
  it.each([[false], [null], ["no"], [{ approved: false }], [{ status: "denied" }], [{ key: "other" }]])(
    "is not run by the answer %j",
    async (payload) => {
      const execute = vi.fn();
      const { transport, inputs } = scriptedAgent(calls("c1"), succeeds);
      const thread = client(transport, { tools: [wipe({ execute, needsApproval: true })] }).thread("t");
      await thread.send("Go");
      thread.approvals.answer("c1", payload);
      await thread.approvals.submit();
      expect(execute).not.toHaveBeenCalled();
      expect(results(inputs[1])).toMatchObject([{ toolCallId: "c1", error: "The user declined the call." }]);
    },
  );

  it("is asked about where that cannot be decided, and hides no question of the agent", async () => {
    const interrupts = [{ id: "q", reason: "x" }];
    const { transport } = scriptedAgent(calls("c1", "{}", { type: "interrupt", interrupts }));
    const needsApproval = () => {
      throw new Error("no key");
    };
    const thread = client(transport, { tools: [wipe({ execute: () => 1, needsApproval })] }).thread("t");
    await thread.send("Go");
    expect(thread.approvals.get().items.map(({ id }) => id)).toEqual(["q", "c1"]);
  });

  it("that was declined can still be approved after a send that failed, and is then run once", async () => {
    const execute = vi.fn(() => "done");
    const { transport, inputs } = scriptedAgent(calls("c1"), rawRun([]), rawRun([]), succeeds);
    const thread = client(transport, { tools: [wipe({ execute, needsApproval: true })] }).thread("t");
    await thread.send("Go");
    thread.approvals.decline("c1");
    await thread.approvals.submit();
    thread.approvals.answer("c1", true);
    await thread.approvals.submit();
    await thread.approvals.submit();
    expect(execute).toHaveBeenCalledTimes(1);
    expect(results(inputs[3])).toMatchObject([{ toolCallId: "c1", content: "done" }]);
    expect(results(inputs[3])?.[0]).not.toHaveProperty("error");
  });
});

it("a result that a person gives may be changed until it has arrived", async () => {
  const { transport, inputs } = scriptedAgent(calls("c1"), rawRun([]), succeeds);
  const thread = client(transport, { tools: [wipe({})] }).thread("t");
  await thread.send("Go");
  thread.approvals.answer("c1", 42);
  await thread.approvals.submit();
  thread.approvals.answer("c1", 43);
  await thread.approvals.submit();
  expect(results(inputs[2])).toMatchObject([{ toolCallId: "c1", content: "43" }]);
});

describe("an execution", () => {
  it("cannot start another run, and is made once", async () => {
    const refused: unknown[] = [];
    const execute = vi.fn(() => {
      thread.run().catch((error: unknown) => refused.push(error));
      return "x";
    });
    const { transport, inputs } = scriptedAgent(calls("c1"), succeeds);
    const thread = client(transport, { tools: [wipe({ execute })] }).thread("t");
    expect((await thread.send("Go")).status).toBe("success");
    expect(execute).toHaveBeenCalledTimes(1);
    expect(refused).toMatchObject([{ code: "busy" }]);
    expect(inputs).toHaveLength(2);
  });

  it("may stop the thread", async () => {
    const execute = (): void => thread.stop();
    const { transport, inputs } = scriptedAgent(calls("c1"), succeeds);
    const thread = client(transport, { tools: [wipe({ execute })] }).thread("t");
    expect((await thread.send("Go")).status).toBe("stopped");
    expect(thread.get().status).toBe("stopped");
    expect(inputs).toHaveLength(1);
  });

  it("that hangs holds up nothing once it was stopped, and its result stands behind its call", async () => {
    const execute = vi.fn(() => new Promise(() => {}));
    const { transport, inputs } = scriptedAgent(calls("c1"), succeeds);
    const thread = client(transport, { tools: [wipe({ execute })] }).thread("t");
    const first = thread.send("Go");
    await expect.poll(() => execute.mock.calls.length).toBe(1);
    thread.stop();
    expect((await first).status).toBe("stopped");
    expect((await thread.send("Next")).status).toBe("success");
    expect(execute).toHaveBeenCalledTimes(1);
    expect(inputs[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
    expect(results(inputs[1])).toMatchObject([{ error: "The call was stopped." }]);
  });

  it("for a call that a new conversation does not know is none", async () => {
    const { transport, inputs } = scriptedAgent(calls("c1"), succeeds);
    const execute = vi.fn();
    const agent = client(transport, { tools: [wipe({ execute })], maxToolRounds: 0 });
    const thread = agent.thread("t");
    await thread.send("Go");
    thread.setMessages([]);
    await thread.send("Fresh");
    expect(execute).not.toHaveBeenCalled();
    expect(inputs[1]?.messages.map(({ role }) => role)).toEqual(["user"]);
  });

  it.each([[[{ type: "image", data: "AAAA", mimeType: "image/png" }]], [[{ type: "text" }]]])(
    "that gives what only looks like content parts gives JSON: %j",
    async (value) => {
      const { transport, inputs } = scriptedAgent(calls("c1"), succeeds);
      const thread = client(transport, { tools: [wipe({ execute: () => value })] }).thread("t");
      expect((await thread.send("Go")).status).toBe("success");
      expect(results(inputs[1])).toMatchObject([{ content: JSON.stringify(value) }]);
    },
  );

  it.each([
    [
      "throws",
      () => {
        throw new Error("bad schema");
      },
    ],
    ["is asynchronous", () => Promise.reject(new Error("late"))],
  ])("whose schema %s is answered with an error", async (_name, validate) => {
    const { transport, inputs } = scriptedAgent(calls("c1"), succeeds);
    const parameters = { "~standard": { validate } };
    const thread = client(transport, { tools: [wipe({ parameters, execute: () => 1 })] }).thread("t");
    expect((await thread.send("Go")).status).toBe("success");
    expect(results(inputs[1])).toMatchObject([{ error: expect.stringContaining("refused") }]);
  });
});

describe("a listener that hears of a start", () => {
  it("can stop it before anything is sent", async () => {
    const { transport, inputs } = scriptedAgent(succeeds);
    const thread = client(transport).thread("t");
    thread.subscribe(() => thread.get().status === "running" && thread.stop());
    expect((await thread.send("Go")).status).toBe("stopped");
    expect(inputs).toHaveLength(0);
    expect(thread.get().status).toBe("stopped");
  });

  it("cannot start another run beside it, and gets the promise of a submit", async () => {
    const { transport, inputs } = scriptedAgent([pause({ id: "q", reason: "x" })], succeeds);
    const thread = client(transport, { frames: "manual" }).thread("t");
    const refused: unknown[] = [];
    const stop = thread.status.subscribe(() => {
      if (thread.status.get() === "running") thread.send("Me too").catch((error) => refused.push(error));
    });
    await thread.send("Go");
    expect(refused).toMatchObject([{ code: "busy" }]);
    stop();
    thread.approvals.answer("q", 1);
    const heard: unknown[] = [];
    thread.approvals.subscribe(() => {
      if (thread.approvals.get().phase === "submitting") heard.push(thread.approvals.submit());
    });
    const submission = thread.approvals.submit();
    await submission;
    expect(heard[0]).toBe(submission);
    expect(inputs).toHaveLength(2);
  });
});
