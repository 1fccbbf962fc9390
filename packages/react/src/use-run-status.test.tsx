import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { hookStage, live } from "../../../test/support/hook-stage.tsx";
import { say } from "../../../test/support/scripted.ts";
import { useRunStatus } from "./index.ts";

afterEach(cleanup);

test("says where the thread stands, with one render for each", async () => {
  const streams = [live(), live()];
  const { thread, wrapper } = hookStage(streams.map(({ script }) => script));
  const seen: string[] = [];
  renderHook(() => seen.push(useRunStatus({ threadId: "t1" })), { wrapper });
  const run = { threadId: "t1", runId: "r1" };
  const ends = [
    { type: "RUN_FINISHED", ...run },
    { type: "RUN_ERROR", message: "No." },
  ];
  for (const [at, end] of ends.entries()) {
    await act(async () => {
      void thread.run({ runId: "r1" });
      await streams[at]?.emit({ type: "RUN_STARTED", ...run }, ...say(`m${at}`, "Text."));
    });
    await act(async () => {
      await streams[at]?.emit(end);
      streams[at]?.end();
    });
  }
  expect(seen).toEqual(["idle", "running", "success", "running", "failed"]);
});
