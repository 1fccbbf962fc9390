/** What the fuzz found, each as the smallest stream that shows it. */
import { expect, it } from "vitest";
import { RUN, THREAD } from "./support/build-run.ts";
import { inProcess, play } from "./support/play.ts";
import { expectSound } from "./support/sound.ts";

const inRun = (...events: object[]) => [
  { type: "RUN_STARTED", threadId: THREAD, runId: RUN, protocolVersion: "1.1" },
  ...events,
  { type: "RUN_FINISHED", threadId: THREAD, runId: RUN },
];
const start = (toolCallId: string, more: object = {}) => ({
  type: "TOOL_CALL_START",
  toolCallId,
  toolCallName: "look",
  ...more,
});
const end = (toolCallId: string) => ({ type: "TOOL_CALL_END", toolCallId });

it("a snapshot drops a message while its call is open, and another call brings it back", async () => {
  const seen = await play(
    inProcess(
      inRun(
        start("c1"),
        { type: "MESSAGES_SNAPSHOT", messages: [] },
        start("c2", { parentMessageId: "c1" }),
        end("c2"),
        end("c1"),
      ),
    ),
  );
  expect(seen.end.status).toBe("success");
  expectSound(seen);
});

it("a patch makes an activity's content an array", async () => {
  const activity = { messageId: "x", activityType: "p" };
  const seen = await play(
    inProcess(
      inRun(
        { type: "ACTIVITY_SNAPSHOT", ...activity, content: { a: 1 } },
        { type: "ACTIVITY_DELTA", ...activity, patch: [{ op: "replace", path: "", value: [7] }] },
      ),
    ),
  );
  expect(seen.snapshot.messages).toMatchObject([{ content: { a: 1 } }]);
  expect(seen.warnings.map(({ code }) => code)).toEqual(["activity-patch-failed"]);
});
