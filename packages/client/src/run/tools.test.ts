import { callTool, createGate, rawRun, repeat, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { client, finished, started, succeeds } from "../../../../test/support/scripted.ts";
import { defineTool } from "./define-tool.ts";

const call = (id: string, name: string, args: string) => [
  { type: "TOOL_CALL_START", toolCallId: id, toolCallName: name, parentMessageId: "a1" },
  { type: "TOOL_CALL_ARGS", toolCallId: id, delta: args },
  { type: "TOOL_CALL_END", toolCallId: id },
];
const calls = (...made: ReturnType<typeof call>[]): Script =>
  rawRun((input) => [started(input), ...made.flat(), finished(input)]);

const adds = () => {
  const execute = vi.fn(({ a, b }: { a: number; b: number }) => ({ sum: a + b }));
  const parameters = z.object({ a: z.number(), b: z.number() });
  return { execute, tool: defineTool({ name: "add", description: "Adds.", parameters, execute }) };
};

describe("a tool of the app", () => {
  it("is offered to the agent with the JSON Schema of its parameters, and nothing else of it", async () => {
    const { transport, inputs } = scriptedAgent(succeeds);
    await client(transport, { tools: [adds().tool] })
      .thread("t")
      .send("Go");
    expect(inputs[0]?.tools).toEqual([
      {
        name: "add",
        description: "Adds.",
        parameters: expect.objectContaining({ type: "object", required: ["a", "b"] }),
      },
    ]);
  });

  it("is run once when called, and the agent goes on with its result", async () => {
    const { tool, execute } = adds();
    const { transport, inputs } = scriptedAgent(
      calls(call("c1", "add", '{"a":1,"b":2}'), call("c2", "add", '{"a":"x"}')),
      succeeds,
    );
    const thread = client(transport, { tools: [tool] }).thread("t");
    const seen: string[] = [];
    thread.status.subscribe(() => seen.push(thread.status.get()));
    expect((await thread.send("Go")).status).toBe("success");
    expect(execute).toHaveBeenCalledTimes(1);
    expect(inputs[1]?.messages.slice(2)).toEqual([
      { id: expect.any(String), role: "tool", toolCallId: "c1", content: '{"sum":3}' },
      {
        id: expect.any(String),
        role: "tool",
        toolCallId: "c2",
        content: "",
        error: expect.stringContaining("arguments of add were refused"),
      },
    ]);
    expect(inputs).toHaveLength(2);
    expect(inputs[1]).not.toHaveProperty("resume");
    expect([...new Set(seen)]).toEqual(["running", "success"]);
    expect(thread.toolCall("c1").get()).toMatchObject({ result: '{"sum":3}' });
  });

  it("that fails answers with the error, and one that nobody offered is left alone", async () => {
    const tool = defineTool({
      name: "fail",
      description: "",
      execute() {
        throw new Error("No disk.");
      },
    });
    const { transport, inputs } = scriptedAgent(
      calls(call("c1", "fail", ""), call("c2", "foreign", "{}")),
      succeeds,
    );
    await client(transport, { tools: [tool] })
      .thread("t")
      .send("Go");
    expect(inputs[1]?.messages.filter((message) => message.role === "tool")).toEqual([
      { id: expect.any(String), role: "tool", toolCallId: "c1", content: "", error: "No disk." },
    ]);
  });

  it("is not run for ever", async () => {
    const { tool, execute } = adds();
    let round = 0;
    const again: Script = () => [callTool("add", { a: 1, b: 2 }, { id: `c${round++}` })];
    const { transport, inputs } = scriptedAgent(repeat(again));
    const agent = client(transport, { tools: [tool], maxToolRounds: 3 });
    const thread = agent.thread("t");
    expect(await thread.send("Go")).toMatchObject({ status: "success", pendingToolCallIds: ["c3"] });
    expect([inputs.length, execute.mock.calls.length]).toEqual([4, 3]);
    expect(agent.warnings.map((warning) => warning.code)).toEqual(["tool-rounds"]);
    // The call that was left is answered before the thread goes on.
    void thread.run();
    await vi.waitFor(() => expect(inputs.length).toBeGreaterThan(4));
    expect(inputs[4]?.messages.filter((message) => message.role === "tool")).toHaveLength(4);
  });

  it("is left when the run is stopped, even where it ignores the signal", async () => {
    const { opened, open } = createGate();
    let signal: AbortSignal | undefined;
    const tool = defineTool({
      name: "hang",
      description: "",
      execute: (_, context) => {
        signal = context.signal;
        open();
        return new Promise(() => {});
      },
    });
    const { transport, inputs } = scriptedAgent(calls(call("c1", "hang", "{}")), succeeds);
    const thread = client(transport, { tools: [tool] }).thread("t");
    const end = thread.send("Go");
    await opened;
    await expect(thread.send("More")).rejects.toMatchObject({ code: "busy" });
    thread.stop();
    expect(await end).toMatchObject({ status: "stopped" });
    expect(thread.get().status).toBe("stopped");
    expect(signal?.aborted).toBe(true);
    expect(inputs).toHaveLength(1);
  });
});

describe("a tool that needs consent", () => {
  const deletes = () => {
    const execute = vi.fn(() => "gone");
    const parameters = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
    const needsApproval = ({ path }: { path: string }) => path !== "/tmp";
    return {
      execute,
      tool: defineTool<{ path: string }>({
        name: "delete",
        description: "",
        parameters,
        needsApproval,
        execute,
      }),
    };
  };
  const twoCalls = calls(call("c1", "delete", '{"path":"/home"}'), call("c2", "delete", '{"path":"/tmp"}'));

  it("is a pending question, and runs when answered", async () => {
    const { tool, execute } = deletes();
    const { transport, inputs } = scriptedAgent(twoCalls, succeeds);
    const thread = client(transport, { tools: [tool] }).thread("t");
    expect((await thread.send("Clean")).status).toBe("success");
    expect(thread.approvals.get().items).toMatchObject([
      { id: "c1", kind: "tool", status: "open", toolCall: { name: "delete", input: { path: "/home" } } },
    ]);
    await expect(thread.send("More")).rejects.toMatchObject({ code: "uncovered", interruptIds: ["c1"] });
    expect(execute).not.toHaveBeenCalled();
    thread.approvals.answer("c1", { approved: true });
    expect((await thread.approvals.submit()).status).toBe("success");
    expect(execute).toHaveBeenCalledTimes(2);
    const results = inputs[1]?.messages.filter((message) => message.role === "tool");
    expect(results?.map((message) => message.toolCallId).sort()).toEqual(["c1", "c2"]);
    expect(inputs[1]).not.toHaveProperty("resume");
    expect(thread.decisions.get()).toMatchObject([
      { interruptId: "c1", toolCallId: "c1", status: "resolved" },
    ]);
    expect(thread.approvals.get().phase).toBe("accepted");
  });

  it("is answered with an error when declined, and run once however often it is sent", async () => {
    const { tool, execute } = deletes();
    const { transport, inputs } = scriptedAgent(twoCalls, rawRun([]), succeeds);
    const thread = client(transport, { tools: [tool] }).thread("t");
    await thread.send("Clean");
    thread.approvals.decline("c1");
    expect((await thread.approvals.submit()).status).toBe("unstarted");
    await thread.approvals.retry();
    expect(execute).toHaveBeenCalledTimes(1);
    const results = inputs[2]?.messages.filter((message) => message.role === "tool");
    expect(results).toMatchObject([
      { toolCallId: "c2" },
      { toolCallId: "c1", error: "The user declined the call." },
    ]);
    expect(inputs[2]?.messages).toEqual(inputs[1]?.messages);
  });

  it("is answered together with the agent's own questions, in one request", async () => {
    const { tool } = deletes();
    const date = { id: "date", reason: "input" };
    const bound = { id: "pay", reason: "tool_call", toolCallId: "c9" };
    const { transport, inputs } = scriptedAgent(
      rawRun((input) => {
        const outcome = { type: "interrupt", interrupts: [date, bound] };
        return [
          started(input),
          ...call("c1", "delete", '{"path":"/home"}'),
          ...call("c9", "delete", '{"path":"/x"}'),
          finished(input, outcome),
        ];
      }),
      succeeds,
    );
    const thread = client(transport, { tools: [tool] }).thread("t");
    expect((await thread.send("Go")).status).toBe("interrupted");
    expect(thread.approvals.get().items.map((item) => item.id)).toEqual(["date", "pay", "c1"]);
    thread.approvals.answerAll((item) => ({ payload: item.kind === "tool" ? true : item.id }));
    await thread.approvals.submit();
    expect(inputs).toHaveLength(2);
    expect(inputs[1]?.resume?.map((entry) => entry.interruptId)).toEqual(["date", "pay"]);
    expect(inputs[1]?.messages.filter((message) => message.role === "tool")).toMatchObject([
      { toolCallId: "c1", content: "gone" },
    ]);
  });

  it("takes the result from the app where it has no way to run", async () => {
    const { transport, inputs } = scriptedAgent(calls(call("c1", "pick", "{}")), succeeds);
    const thread = client(transport, { tools: [defineTool({ name: "pick", description: "" })] }).thread("t");
    await thread.send("Go");
    thread.approvals.answer("c1", { color: "red" });
    await thread.approvals.submit();
    expect(inputs[1]?.messages.at(-1)).toMatchObject({
      role: "tool",
      toolCallId: "c1",
      content: '{"color":"red"}',
    });
  });
});
