import { createAgentClient, isStorageError, type ThreadSnapshot } from "@holdpoint/client";
import { createRecorder, rawRun, readRecording as readOther, scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it, vi } from "vitest";
import { asks, finished, message, started, succeeds } from "../../../../test/support/scripted.ts";
import { createInspectableClient } from "./inspectable-client.ts";
import { inspectionOf } from "./inspection.ts";
import { readRecording, toLines, toWholeRuns } from "./recording.ts";
import { createReplay } from "./replay.ts";

const question = { id: "q", reason: "name", message: "Who?", responseSchema: { type: "string" } };
const counts = rawRun((input) => [
  started(input),
  { type: "FROM_THE_FUTURE", value: 1 },
  { type: "ACTIVITY_SNAPSHOT", messageId: "a", activityType: "plan", content: { step: 1 } },
  { type: "STATE_SNAPSHOT", snapshot: { count: 1 } },
  { type: "STATE_DELTA", delta: [{ op: "add", path: "/more", value: [1] }] },
  { type: "TEXT_MESSAGE_CHUNK", messageId: "m", role: "assistant", delta: "Hi" },
  finished(input),
]);
const startsOnly = rawRun((input) => [started(input), ...message("cut", "half").slice(0, 2)]);

/** A thread with a past: a message, a question with its answer, and a run that broke off. */
async function live() {
  const { transport } = scriptedAgent(counts, asks(question), succeeds, startsOnly);
  const client = createInspectableClient({ transport, onWarning() {} });
  const thread = client.thread("t", { state: { count: 0 } });
  await thread.send("Go");
  await thread.send("Ask");
  thread.approvals.answer("q", "Ann");
  await thread.approvals.submit();
  await thread.send("Once more");
  return { thread, journal: inspectionOf(client).journal("t") };
}

/** What a person sees of a thread, without the times and tokens that differ each time. */
const seen = ({ status, messages, state, approvals, decisions, error }: ThreadSnapshot) => ({
  status,
  messages,
  state,
  phase: approvals.phase,
  decisions: decisions.map(({ interruptId, payload, confirmation }) => ({
    interruptId,
    payload,
    confirmation,
  })),
  error: error?.message,
});

describe("a recording", () => {
  it("plays in a client of its own to the very thread that was recorded, as it came and with its warnings", async () => {
    const { thread, journal } = await live();
    const before = thread.get();
    const text = toLines(journal.get());
    const replay = createReplay(readRecording(text), 0);
    await replay.play();
    const played = replay.client.thread(replay.threadId);
    expect(seen(played.get())).toEqual(seen(thread.get()));
    expect(thread.get()).toBe(before);
    const again = inspectionOf(replay.client);
    expect(again.warnings.get().map(({ type }) => type)).toEqual(["FROM_THE_FUTURE"]);
    const withoutTimes = (lines: string) =>
      lines
        .trim()
        .split("\n")
        .map((line) => ({ ...JSON.parse(line), at: 0 }));
    expect(withoutTimes(toLines(again.journal("t").get()))).toEqual(withoutTimes(text));
    replay.dispose();
  });

  it("is written as lines that replayTransport takes, the time from the first on", async () => {
    const { journal } = await live();
    const lines = toLines(journal.get())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ run: 1, at: 0, input: { threadId: "t" } });
    expect(lines.map((line) => Object.keys(line)[2])).toContain("event");
    expect(lines.at(-1)).toEqual({ run: 4, at: expect.any(Number), end: "closed" });
    expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).sort((a, b) => a - b));
  });

  it("is that of the recorder for tests, and the other way round", async () => {
    const { journal } = await live();
    expect(readOther(toLines(journal.get())).runs).toMatchObject(
      journal.get().runs.map(({ input, ended }) => ({ input, end: { end: ended?.end } })),
    );
    const recorder = createRecorder(scriptedAgent(counts).transport);
    const client = createAgentClient({ transport: recorder.transport, onWarning() {} });
    await client.thread("t").send("Go");
    const replay = createReplay(readRecording(recorder.text()), 0);
    await replay.play();
    expect(seen(replay.client.thread("t").get())).toEqual(seen(client.thread("t").get()));
    replay.dispose();
  });

  it("of several threads plays as one, each run from what it was sent", async () => {
    const recorder = createRecorder(scriptedAgent(counts, succeeds).transport);
    const client = createAgentClient({ transport: recorder.transport, onWarning() {} });
    await client.thread("a").send("Go");
    await client.thread("b").send("Else");
    const replay = createReplay(readRecording(recorder.text()), 0);
    await replay.play();
    const { status, messages } = replay.client.thread("a").get();
    expect([
      status,
      messages.flatMap((each) => ("content" in each && each.role === "user" ? [each.content] : [])),
    ]).toEqual(["success", ["Else"]]);
    replay.dispose();
  });

  it("leaves out the runs that are not whole any more", async () => {
    const client = createInspectableClient(
      { transport: scriptedAgent(counts, counts).transport, onWarning() {} },
      { limit: 8 },
    );
    await client.thread("t").run();
    await client.thread("t").run();
    const view = inspectionOf(client).journal("t").get();
    expect(toWholeRuns(view)).toEqual({ whole: [2], cut: 1 });
    expect(readRecording(toLines(view)).runs).toHaveLength(1);
  });

  it("plays at a speed, stops where it is told to, and leaves nothing running", async () => {
    vi.useFakeTimers();
    try {
      const at = (ms: number, event: object) => JSON.stringify({ run: 1, at: ms, event });
      const ids = { threadId: "t", runId: "r" };
      const recording = readRecording(
        [
          at(0, { type: "RUN_STARTED", ...ids }),
          at(1000, { type: "STATE_SNAPSHOT", snapshot: 1 }),
          at(4000, { type: "RUN_FINISHED", ...ids }),
        ].join("\n"),
      );
      const replay = createReplay(recording, 2);
      const thread = replay.client.thread(replay.threadId);
      const playing = replay.play();
      await vi.advanceTimersByTimeAsync(499);
      expect([thread.get().status, thread.export().state]).toEqual(["running", {}]);
      await vi.advanceTimersByTimeAsync(1);
      expect(thread.export().state).toBe(1);
      replay.stop();
      await playing;
      expect(thread.get().status).toBe("stopped");
      replay.dispose();
      await vi.runAllTimersAsync();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("breaks off, or is stopped, where the recorded stream was", async () => {
    const begin = '{"run":1,"at":0,"event":{"type":"RUN_STARTED","threadId":"x","runId":"y"}}\n';
    for (const [end, status, message] of [
      ['{"run":1,"at":1,"end":"failed","message":"Gone.","status":502}', "truncated", "Gone."],
      ['{"run":1,"at":1,"end":"stopped"}', "stopped", undefined],
    ]) {
      const replay = createReplay(readRecording(begin + end), 0);
      await replay.play();
      const { status: is, error } = replay.client.thread(replay.threadId).get();
      expect([is, error?.message]).toEqual([status, message]);
      replay.dispose();
    }
  });

  it("plays on where the recorded answers do not fit the questions", async () => {
    const { journal } = await live();
    const text = toLines(journal.get()).replace('"payload":"Ann"', '"payload":7');
    const replay = createReplay(readRecording(text), 0);
    await replay.play();
    expect(inspectionOf(replay.client).journal("t").get().runs).toHaveLength(4);
    replay.dispose();
  });

  it("goes through the stages as a live stream does: what breaks the protocol is refused", async () => {
    const hostile = [
      { type: "RUN_STARTED", threadId: "t", runId: "r" },
      { type: "STATE_DELTA", delta: [{ op: "add", path: "/__proto__/polluted", value: 1 }] },
      { type: "TEXT_MESSAGE_END", messageId: "never" },
    ];
    const replay = createReplay(readRecording(hostile.map((line) => JSON.stringify(line)).join("\n")), 0);
    await replay.play();
    expect(replay.client.thread(replay.threadId).get().status).toBe("rejected");
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    replay.dispose();
  });

  it("of a plain list of events plays, too", async () => {
    const { transport } = scriptedAgent(counts);
    const events: string[] = [];
    const client = createAgentClient({ transport, onWarning() {} });
    client.thread("t").onEvent((event) => events.push(JSON.stringify(event)));
    await client.thread("t").run();
    const replay = createReplay(readRecording(`\uFEFF${events.join("\r\n\n")}`), 0);
    await replay.play();
    expect(replay.client.thread(replay.threadId).get()).toMatchObject({
      status: "success",
      state: { count: 1, more: [1] },
    });
    replay.dispose();
  });
});

const input = (more: object = {}) =>
  JSON.stringify({ run: 1, at: 0, input: { threadId: "t", runId: "r", messages: [], ...more } });

describe("a recording from outside", () => {
  it.each<[string, string, string]>([
    ["that is empty", "\n \n", "The recording is empty."],
    ["that is no JSON", '{"run":1,"at":0,"event":{}}\n\n{oops', "Line 3 of the recording is not JSON."],
    ["of other things", "[1]", "Line 1 of the recording is no JSON object."],
    [
      "with a line of nothing",
      '{"run":1,"at":0}',
      "Line 1 of the recording has neither an `input` nor an `event` nor an `end`.",
    ],
    [
      "with a run that is no number",
      '{"run":"1","event":{}}',
      "Line 1 of the recording has a `run` that is no whole number.",
    ],
    [
      "with a time that is none",
      '{"run":1,"at":"now","event":{}}',
      "Line 1 of the recording has a time `at` that is no number of milliseconds.",
    ],
    ["that begins a run twice", `${input()}\n${input()}`, "Line 2 of the recording begins run 1 again."],
    [
      "that goes on after the end",
      '{"run":1,"at":0,"end":"closed"}\n{"run":1,"at":1,"event":{}}',
      "Line 2 of the recording speaks of run 1 after its end.",
    ],
    [
      "with an end of its own kind",
      '{"run":1,"at":0,"end":"bang"}',
      'Line 1 of the recording has an `end` that is not "closed", "stopped" or "failed": "bang".',
    ],
    [
      "with an input that is none",
      '{"run":1,"at":0,"input":[]}',
      "Line 1 of the recording has an `input` that is no object.",
    ],
    [
      "with an input without an id",
      input({ runId: 1 }),
      "Line 1 of the recording has an `input` without a `runId`.",
    ],
    [
      "with messages that are none",
      input({ messages: [{ role: "user" }] }),
      "Line 1 of the recording has an `input` that cannot be read: ",
    ],
    [
      "that is very deep",
      `{"run":1,"at":0,"event":${"[".repeat(5000)}${"]".repeat(5000)}}`,
      "Line 1 of the recording is nested deeper than 200 levels.",
    ],
    [
      "of too many lines",
      "\n".repeat(100_001),
      "The recording is too large: 100001 characters in 100002 lines.",
    ],
  ])("%s is refused with its line", (_, text, message) => {
    const read = () => readRecording(text);
    expect(read).toThrow(message);
    try {
      read();
    } catch (error) {
      expect(isStorageError(error)).toBe(true);
    }
  });

  it("has brackets in its texts counted as text", () => {
    const text = JSON.stringify({
      run: 1,
      at: 0,
      event: { type: "CUSTOM", name: `"\\${"[{".repeat(300)}`, value: 1 },
    });
    expect(readRecording(text)).toMatchObject({ events: 1 });
  });
});
