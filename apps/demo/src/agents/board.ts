import { defineAgent, interrupt, success } from "@holdpoint/client/agent";
import { type BoardState, DEFAULT_TASKS, readTasks } from "./board-state.ts";
import { speak } from "./speak.ts";

const CONFIRM_CLEAR = "confirm-clear";

/** Keeps a board in the shared state and clears it only when a human agrees. */
export const boardAgent = defineAgent<Partial<BoardState>>(async (ctx) => {
  const tasks = readTasks(ctx.state) ?? [...DEFAULT_TASKS];
  const publish = (next: BoardState) => ctx.setState(next);

  const answer = ctx.resumeFor(CONFIRM_CLEAR);
  // Only the status decides, as with other agents of this reason: a "No" has to arrive as cancelled.
  if (answer?.status === "resolved") {
    publish({ tasks: [] });
    speak(ctx, "Cleared the board.");
    return success();
  }
  if (answer) {
    speak(ctx, "Left the board alone.");
    return success();
  }

  const request = ctx.lastUserText?.toLowerCase() ?? "";
  if (request.includes("reset") || request.includes("back")) {
    publish({ tasks: [...DEFAULT_TASKS] });
    speak(ctx, "Put the tasks back.");
    return success();
  }
  publish({ tasks });
  if (!request.includes("clear")) {
    speak(ctx, `The board has ${count(tasks.length)}. Ask me to clear it or to reset it.`);
    return success();
  }
  if (tasks.length === 0) {
    speak(ctx, "The board is already empty.");
    return success();
  }
  speak(ctx, "Clearing the board cannot be undone, so I ask first.");
  return interrupt([
    {
      id: CONFIRM_CLEAR,
      reason: "tool_approval",
      message: `Clear all ${count(tasks.length)} from the board?`,
      responseSchema: {
        type: "object",
        properties: { confirm: { type: "boolean", title: "Clear the board?" } },
        required: ["confirm"],
      },
    },
  ]);
});

function count(tasks: number): string {
  return tasks === 1 ? "1 task" : `${tasks} tasks`;
}
