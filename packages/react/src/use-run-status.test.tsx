import { fail, say } from "@holdpoint/client/testing";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { hookStage } from "../../../test/support/hook-stage.tsx";
import { useRunStatus } from "./index.ts";

afterEach(cleanup);

test("says where the thread stands, with one render for each", async () => {
  const { agent, thread, wrapper } = hookStage([[say("Text.")], [say("Text."), fail("No.")]]);
  agent.hold();
  const seen: string[] = [];
  renderHook(() => seen.push(useRunStatus({ threadId: "t1" })), { wrapper });
  for (let run = 0; run < 2; run++) {
    await act(async () => {
      void thread.run();
      // Its begin, and the text.
      await agent.advance(2);
    });
    await act(() => agent.advance());
  }
  expect(seen).toEqual(["idle", "running", "success", "running", "failed"]);
});
