import { rawRun, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it } from "vitest";
import { client, finished, message, started } from "../../../../test/support/scripted.ts";

type Wire = Record<string, unknown>;

const call = (toolCallId: string, more: Wire = {}): Wire[] => [
  { type: "TOOL_CALL_START", toolCallId, toolCallName: "search", ...more },
  { type: "TOOL_CALL_ARGS", toolCallId, delta: "{}" },
  { type: "TOOL_CALL_END", toolCallId },
];

const runs = (...events: Wire[]): Script => rawRun((input) => [started(input), ...events, finished(input)]);

const cut = (...events: Wire[]): Script => rawRun((input) => [started(input), ...events]);

const threadOf = (...scripts: Script[]) => client(scriptedAgent(...scripts).transport).thread("t1");

describe("a result", () => {
  const result = (messageId: string): Wire => ({
    type: "TOOL_CALL_RESULT",
    toolCallId: "c1",
    messageId,
    content: "3 hits",
  });

  it.each<[string, Wire[], string]>([
    ["its call", [...call("c1"), result("c1")], "c1"],
    ["the message of its call", [...call("c1", { parentMessageId: "m1" }), result("m1")], "m1"],
    ["another message", [...message("m0", "Hi"), ...call("c1"), result("m0")], "c1"],
  ])("that has the id of %s replaces nothing", async (_name, events, holder) => {
    const thread = threadOf(runs(...events));
    await thread.run();
    expect(thread.toolCall("c1").get()).toMatchObject({ messageId: holder, result: "3 hits" });
    expect(thread.get().messages.at(-1)).toMatchObject({ role: "tool", toolCallId: "c1" });
    const ids = thread.messageIds.get();
    expect(new Set(ids).size).toBe(ids.length);
    expect(thread.get().messages.filter(({ role }) => role === "assistant")).not.toHaveLength(0);
  });

  it("that comes before its call, under the id of it, leaves room for the call", async () => {
    const thread = threadOf(runs(result("c1"), ...call("c1")));
    await thread.run();
    expect(thread.toolCall("c1").get()).toMatchObject({ name: "search", result: "3 hits" });
  });
});

describe("a snapshot", () => {
  it("makes whole what a cut run left incomplete", async () => {
    const toolCalls = [{ id: "c1", type: "function", function: { name: "search", arguments: "{}" } }];
    const messages = [{ id: "m1", role: "assistant", toolCalls }];
    const thread = threadOf(
      cut(...call("c1", { parentMessageId: "m1" }).slice(0, 2)),
      runs({ type: "MESSAGES_SNAPSHOT", messages }),
    );
    await thread.run();
    expect(thread.toolCall("c1").get()?.status).toBe("incomplete");
    await thread.run();
    expect(thread.toolCall("c1").get()?.status).toBe("complete");
    expect(thread.message("m1").get()?.phase).toBe("complete");
  });

  it("by the app, of a thread as it is, makes nothing whole", async () => {
    const thread = threadOf(cut(...call("c1").slice(0, 2)));
    await thread.run();
    thread.setMessages(thread.get().messages);
    expect(thread.toolCall("c1").get()?.status).toBe("incomplete");
  });
});

describe("a subagent", () => {
  const opens = { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "scout" };
  const closes = { type: "SUBAGENT_FINISHED", subagentRunId: "s1" };
  const suspended = { ...closes, outcome: { type: "suspended", interruptIds: ["i1"] } };
  const activity = (more: Wire): Wire => ({
    type: "ACTIVITY_SNAPSHOT",
    messageId: "a1",
    activityType: "plan",
    content: {},
    ...more,
  });
  const viewsOf = async (...scripts: Script[]) => {
    const thread = threadOf(...scripts);
    for (const _ of scripts) await thread.run();
    return thread.subagents.get();
  };

  it("that goes on no longer shows what it waited for, nor why it failed", async () => {
    const failed = { type: "SUBAGENT_ERROR", subagentRunId: "s1", message: "No." };
    const [waiting] = await viewsOf(runs(opens, suspended));
    expect(waiting).toMatchObject({ status: "suspended", interruptIds: ["i1"] });
    for (const ending of [suspended, failed]) {
      const [view] = await viewsOf(runs(opens, ending), runs(opens, { ...closes, result: 1 }));
      expect(view).toMatchObject({ status: "finished", result: 1 });
      expect(view).not.toHaveProperty("interruptIds");
      expect(view).not.toHaveProperty("error");
    }
  });

  it("lists what a snapshot brings, in the order of the thread, announced or not", async () => {
    const messages = [
      { id: "m1", role: "assistant", content: "One", subagentRunId: "s1" },
      { id: "m2", role: "assistant", content: "Two", subagentRunId: "s2" },
      { id: "m3", role: "assistant", content: "Three", subagentRunId: "s1" },
    ];
    const views = await viewsOf(runs(opens, closes, { type: "MESSAGES_SNAPSHOT", messages }));
    expect(views).toMatchObject([
      { id: "s1", name: "scout", status: "finished", messageIds: ["m1", "m3"] },
      { id: "s2", name: null, status: "finished", messageIds: ["m2"] },
    ]);
  });

  it("lists an activity only while it is its own, and nothing that is gone", async () => {
    const again = { ...opens, subagentRunId: "s2" };
    const both = [opens, again, closes, { ...closes, subagentRunId: "s2" }];
    const moved = await viewsOf(
      runs(...both, activity({ subagentRunId: "s1" }), activity({ subagentRunId: "s2" })),
    );
    expect(moved.map(({ messageIds }) => messageIds)).toEqual([[], ["a1"]]);
    const gone = await viewsOf(
      runs(...both, activity({ subagentRunId: "s1" })),
      runs({
        type: "MESSAGES_SNAPSHOT",
        messages: [{ id: "a2", role: "activity", activityType: "plan", content: {} }],
      }),
    );
    expect(gone.map(({ messageIds }) => messageIds)).toEqual([[], []]);
  });

  it("that is not announced is known by its work", async () => {
    const text = message("m1", "Hi").map((event) => ({ ...event, subagentRunId: "s1" }));
    const [view] = await viewsOf(runs(...text));
    expect(view).toMatchObject({ name: null, status: "finished", messageIds: ["m1"] });
  });
});

describe("a text", () => {
  it("that continues the message of a call brings its name", async () => {
    const [start, ...rest] = message("m1", "Hi");
    const thread = threadOf(
      runs(...call("c1", { parentMessageId: "m1" }), { ...start, name: "Ada" }, ...rest),
    );
    await thread.run();
    expect(thread.message("m1").get()).toMatchObject({ name: "Ada", content: "Hi" });
  });
});

describe("a reader", () => {
  it("sees a call that it asks for late only as far as it has been published", async () => {
    const { transport } = scriptedAgent(runs(...call("c1")));
    const thread = client(transport, { environment: { schedule: () => () => {} } }).thread("t1");
    const seen: unknown[] = [];
    thread.onEvent(({ type }) => {
      if (type === "TOOL_CALL_END") seen.push(thread.toolCall("c1").get(), thread.message("c1").get());
    });
    await thread.run();
    expect(seen).toEqual([undefined, undefined]);
    expect(thread.toolCall("c1").get()).toMatchObject({ status: "complete" });
  });
});
