import { createAgentClient } from "@holdpoint/client";
import { rawRun, scriptedAgent } from "@holdpoint/client/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { started } from "../../../../test/support/scripted.ts";
import { compare } from "./changes.ts";
import { createInspectableClient } from "./inspectable-client.ts";
import { inspectionOf } from "./inspection.ts";
import { readRecording, toLines } from "./recording.ts";
import { createReplay } from "./replay.ts";
import { matches, toRows } from "./rows.ts";
import { summarize, toAddition } from "./summarize.ts";

const names = [
  "type",
  "messageId",
  "delta",
  "message",
  "outcome",
  "interrupts",
  "name",
  "content",
  "messages",
  "snapshot",
  "toString",
  "runId",
];
const types = [
  "RUN_STARTED",
  "RUN_FINISHED",
  "RUN_ERROR",
  "STATE_SNAPSHOT",
  "STATE_DELTA",
  "ACTIVITY_DELTA",
  "MESSAGES_SNAPSHOT",
  "CUSTOM",
  "TEXT_MESSAGE_CHUNK",
  "TOOL_CALL_RESULT",
  "SUBAGENT_STARTED",
];
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constant({ toString: 1 }),
  fc.constant([{ op: {}, path: null }]),
  fc.constant(null),
);
const object = fc
  .tuple(fc.constantFrom<unknown>(...types, { toString: 1 }), fc.dictionary(fc.constantFrom(...names), value))
  .map(([type, rest]) => ({ ...rest, type }));

test("whatever comes in a stream, the run ends as without an inspector, and all of it can be shown, kept and played", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(object, value), { maxLength: 6 }), async (objects) => {
      const ends = [];
      const inspectable = createInspectableClient({ transport: agent(), onWarning() {} });
      for (const client of [createAgentClient({ transport: agent(), onWarning() {} }), inspectable]) {
        const { status, error } = await client.thread("t").run({ runId: "r" });
        ends.push({ status, error: error?.message });
      }
      expect(ends[1]).toEqual(ends[0]);

      const view = inspectionOf(inspectable).journal("t").get();
      for (const event of view.events) {
        expect(summarize(event.raw)).toEqual(expect.any(String));
        for (const applied of event.applied) toAddition(applied);
        if (event.changed) compare(event.changed.before, event.changed.after);
        matches(event, { text: "a", show: "RUN_*" });
      }
      expect(toRows(view, view.events, false).length).toBeGreaterThan(view.events.length);

      const replay = createReplay(readRecording(toLines(view)), 0);
      await replay.play();
      const { status, error } = replay.client.thread("t").get();
      expect({ status, error: error?.message }).toEqual(ends[0]);
      replay.dispose();

      function agent() {
        return scriptedAgent(rawRun((input) => [started(input), ...objects])).transport;
      }
    }),
    { numRuns: 200 },
  );
});
