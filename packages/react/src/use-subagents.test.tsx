import { emit } from "@holdpoint/client/testing";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { hookStage } from "../../../test/support/hook-stage.tsx";
import { useSubagents } from "./index.ts";

afterEach(cleanup);

test("gives the invocations of subagents, in the order in which they were heard of", async () => {
  const { thread, wrapper } = hookStage([
    [
      emit(
        { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "writer" },
        { type: "SUBAGENT_STARTED", subagentRunId: "s2", name: "critic" },
        { type: "SUBAGENT_FINISHED", subagentRunId: "s2", result: "fine" },
        { type: "SUBAGENT_ERROR", subagentRunId: "s1", message: "no ink" },
      ),
    ],
  ]);
  const { result } = renderHook(() => useSubagents({ threadId: "t1" }), { wrapper });
  expect(result.current).toEqual([]);
  await act(() => thread.run());
  expect(result.current.map(({ name, status }) => [name, status])).toEqual([
    ["writer", "failed"],
    ["critic", "finished"],
  ]);
});
