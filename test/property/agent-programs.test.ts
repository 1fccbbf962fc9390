/** Whatever an agent does, the strictest client takes what comes of it, which begins once and ends once. */
import type { AgentEvent } from "@holdpoint/client";
import { createRunInput, resolved, runAgent } from "@holdpoint/client/agent";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type AgentProgram, agentOf, programs } from "./support/agent-programs.ts";
import { RUN, THREAD } from "./support/build-run.ts";
import { inProcess, play } from "./support/play.ts";
import { EVENT_TYPES } from "./support/shape-values.ts";
import { expectSound } from "./support/sound.ts";

/** More, and others, when looking for what these do not find. */
const runs = Number(process.env.HOLDPOINT_RUNS ?? 2000);
const seed = Number(process.env.HOLDPOINT_SEED ?? 20_261_201);

/** What the client's stages warn of. What a patch or a value is worth that fits nothing there is no matter of theirs. */
const OF_THE_STREAM = /^(unknown|version|null|snake|retired|item)-/;

/** The codes that a driver gives here. */
const codes = ["AGENT_ERROR", "CANCELLED", "PROTOCOL", "PROTOCOL_VIOLATION", "SERIALIZATION"];

async function eventsOf(program: AgentProgram): Promise<AgentEvent[]> {
  const { agent, controller } = agentOf(program);
  const { protocolVersion, ...older } = createRunInput({
    threadId: THREAD,
    runId: RUN,
    messages: [
      {
        ...{ id: "m0", role: "assistant" as const },
        toolCalls: [{ id: "c", type: "function", function: { name: "tool", arguments: "{}" } }],
      },
    ],
    resume: [resolved("a", true)],
  });
  const input = program.isOlder ? older : { ...older, protocolVersion: protocolVersion ?? "" };
  const events: AgentEvent[] = [];
  for await (const event of runAgent(agent, input, {
    signal: controller.signal,
    transformers: program.transformers,
    echoInput: program.echoInput,
    onWarning() {},
    ...(program.isStrict && { answers: "strict" as const }),
  })) {
    events.push(event);
  }
  return events;
}

test("a run of any agent is accepted as it is, and begins and ends once", async () => {
  const ends = new Map<string, number>();
  const sent = new Set<string>();
  await fc.assert(
    fc.asyncProperty(programs, async (program) => {
      const events = await eventsOf(program);
      const types = events.map(({ type }) => type);
      for (const type of types) sent.add(type);
      expect(types.indexOf("RUN_STARTED")).toBe(0);
      expect(types.filter((type) => /^RUN_/.test(type))).toHaveLength(2);
      expect(types.at(-1)).toMatch(/^RUN_(FINISHED|ERROR)$/);
      expect(JSON.parse(JSON.stringify(events))).toEqual(events);

      const seen = await play(inProcess(events, 3));
      const { end, warnings } = seen;
      expectSound(seen);
      expect(end.error?.name, end.error?.message).not.toBe("ProtocolError");
      expect(["success", "interrupted", "cancelled", "failed"]).toContain(end.status);
      expect(end.status === "failed").toBe(types.at(-1) === "RUN_ERROR");
      expect(warnings.filter(({ code }) => OF_THE_STREAM.test(code))).toEqual([]);
      const last = events.at(-1);
      const why =
        last?.type === "RUN_ERROR" ? (codes.find((code) => code === last.code) ?? "its own") : end.status;
      ends.set(why, (ends.get(why) ?? 0) + 1);
    }),
    { seed, numRuns: runs },
  );
  console.info(`${runs} programs: ${[...ends].map(([end, count]) => `${end} ${count}`).join(", ")}`);
  // The promise is worth something only where every way was gone.
  expect([...ends.keys()].sort()).toEqual(
    ["cancelled", "interrupted", "its own", "success", ...codes].sort(),
  );
  expect(ends.get("success")).toBeGreaterThan(runs / 8);
  expect(EVENT_TYPES.filter((type) => !sent.has(type))).toEqual([]);
});

test("a reader that leaves at any moment ends the run, and hears no more", async () => {
  await fc.assert(
    fc.asyncProperty(programs, fc.nat(10), async (program, most) => {
      const { agent, controller } = agentOf(program);
      const reading = runAgent(agent, createRunInput({ threadId: THREAD, runId: RUN }), {
        signal: controller.signal,
        transformers: program.transformers,
        onWarning() {},
      });
      for (let read = 0; read < most; read++) {
        if ((await reading.next()).done) break;
      }
      await reading.return?.();
      expect(await reading.next()).toEqual({ done: true, value: undefined });
    }),
    { seed, numRuns: Math.ceil(runs / 4) },
  );
});
