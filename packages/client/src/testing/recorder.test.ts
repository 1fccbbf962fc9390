import { describe, expect, it } from "vitest";
import { isStorageError } from "../errors.ts";
import { replayTransport } from "../transport/replay.ts";
import {
  breakOff,
  createFakeClock,
  createGate,
  createRecorder,
  createTestClient,
  pause,
  rawRun,
  readRecording,
  refuse,
  replay,
  say,
  scriptedAgent,
  until,
} from "./index.ts";

async function recorded() {
  const clock = createFakeClock(5000);
  const lines: string[] = [];
  const agent = scriptedAgent(
    [say("Hi", { pieces: 2 }), pause({ id: "q", reason: "x" })],
    () => {
      clock.advance(40);
      return [say("Done.")];
    },
    [say("cut"), breakOff("reset")],
    refuse({ status: 503, message: "Closed." }),
    [say("a"), until(createGate())],
  );
  const recorder = createRecorder(agent.transport, { clock: clock.now, onLine: (line) => lines.push(line) });
  const thread = createTestClient(recorder.transport).thread("t1");
  await thread.send("Go");
  thread.approvals.answer("q", { yes: true });
  await thread.approvals.submit();
  await thread.send("More");
  await thread.send("Even more");
  const last = thread.send("Stop me");
  await expect.poll(() => thread.get().messages.at(-1)?.content).toBe("a");
  thread.stop();
  await last;
  await expect.poll(() => lines.at(-1)).toContain("stopped");
  return { recorder, lines, thread, agent };
}

describe("a recorder", () => {
  it("writes what was sent and what came, with the time, as lines that can be read back", async () => {
    const { recorder, lines, agent } = await recorded();
    expect(recorder.text()).toBe(lines.map((line) => `${line}\n`).join(""));
    const { runs } = readRecording(recorder.text());
    expect(runs.map(({ input }) => input)).toEqual(agent.inputs);
    expect(runs.map(({ end }) => end)).toEqual([
      { end: "closed" },
      { end: "closed" },
      { end: "failed", message: "reset" },
      { end: "failed", message: "Closed.", status: 503 },
      { end: "stopped" },
    ]);
    expect(runs[1]?.events.map(({ at }) => at)).toEqual([40, 40, 40, 40, 40]);
    expect(runs[0]?.events[0]).toMatchObject({
      at: 0,
      event: { type: "RUN_STARTED", protocolVersion: "1.1" },
    });
  });

  it("replays to the same thread, under other ids too, and breaks off where it did", async () => {
    const { recorder, thread } = await recorded();
    const recording = readRecording(`\uFEFF${recorder.text()}\n`);
    const transport = replay(recording);
    const again = createTestClient(transport).thread("other");
    const ends: unknown[] = [(await again.send("Go")).status];
    again.approvals.answer("q", { yes: true });
    ends.push((await again.approvals.submit()).status);
    const cut = await again.send("More");
    const refused = await again.send("Even more");
    const open = await again.send("Stop me");
    expect([...ends, cut.status, refused.status, open.status]).toEqual([
      "interrupted",
      "success",
      "truncated",
      "unstarted",
      "truncated",
    ]);
    expect(cut.error?.message).toBe("reset");
    expect(refused.error).toMatchObject({ message: "Closed.", status: 503 });
    const contents = ({ messages }: typeof thread extends { get(): infer S } ? S : never) =>
      messages.map(({ role, content }) => [role, content]);
    expect(contents(again.get())).toEqual(contents(thread.get()));
    expect(transport.remaining()).toBe(0);
    expect(transport.inputs()).toHaveLength(5);
  });

  it("writes entries that replayTransport plays by itself", async () => {
    const { recorder } = await recorded();
    const { runs } = readRecording(recorder.text());
    const transport = replayTransport(
      runs.map(({ events }) => events),
      { adopt: true },
    );
    const thread = createTestClient(transport).thread("t9");
    expect((await thread.send("Go")).status).toBe("interrupted");
  });

  it("changes nothing, and survives what no recording can hold", async () => {
    const recorder = createRecorder(scriptedAgent(rawRun([undefined, null, 1])).transport);
    const end = await createTestClient(recorder.transport).thread("t1").run();
    expect(end.status).toBe("rejected");
    const [run] = readRecording(recorder.text()).runs;
    expect(run?.events.map(({ event }) => event)).toEqual([null]);
    expect(run?.end).toEqual({ end: "stopped" });
  });
});

const input = { threadId: "t", runId: "r", messages: [] };
const line = (fact: object) => JSON.stringify({ run: 1, at: 0, ...fact });

describe("reading a recording", () => {
  it.each<[string, string, string]>([
    ["what is not JSON", "{", "Line 2 of the recording is not JSON."],
    ["what is no object", "[]", "Line 2 of the recording is no object."],
    [
      "a line without a run",
      '{"at":1,"event":{}}',
      "Line 2 of the recording has no `run` or no `at`, which are numbers.",
    ],
    [
      "an event before its input",
      line({ run: 2, event: {} }),
      "Line 2 of the recording speaks of run 2, whose input did not come before it.",
    ],
    ["a second input", line({ input }), "Line 2 of the recording begins run 1 again."],
    [
      "a fact of no kind",
      line({ what: 1 }),
      "Line 2 of the recording has neither an `input` nor an `event` nor an `end`.",
    ],
    [
      "an unknown end",
      line({ end: "well" }),
      "Line 2 of the recording has neither an `input` nor an `event` nor an `end`.",
    ],
    ["an input that is none", line({ run: 2, input: { threadId: 1 } }), "threadId"],
    ["an input that is no object", line({ run: 2, input: "x" }), "an input that is none"],
    [
      "an event after the end",
      `${line({ end: "closed" })}\n${line({ event: {} })}`,
      "Line 3 of the recording speaks of run 1 after its end.",
    ],
  ])("refuses %s, and says where", (_name, text, message) => {
    let thrown: unknown;
    try {
      readRecording(`${line({ input })}\n${text}\n`);
    } catch (error) {
      thrown = error;
    }
    expect(isStorageError(thrown)).toBe(true);
    expect(String(thrown)).toContain(message);
  });

  it("reads one that was cut after a line, and one of nothing", () => {
    expect(readRecording("")).toEqual({ runs: [] });
    const { runs } = readRecording(`${line({ input })}\r\n\n${line({ event: 7 })}`);
    expect(runs).toMatchObject([{ events: [{ at: 0, event: 7 }] }]);
    expect(runs[0]).not.toHaveProperty("end");
  });
});
