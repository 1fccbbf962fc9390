import type { ToolCallView } from "../lib/tool-call-view.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import { restated } from "./restated.ts";
import {
  type ClientTool,
  type DeskContext,
  isClientTool,
  type ToolDesk,
  type ToolOutcome,
} from "./tool-types.ts";

const MAX_ROUNDS = 8;

/** Creates the desk that answers the calls of one thread. */
export function createToolDesk(context: DeskContext): ToolDesk {
  const { threadId, store, tools, messageId, maxRounds = MAX_ROUNDS } = context;
  /** Calls that are answered without anybody, before the next run. */
  let owed: readonly ToolCallView[] = [];
  // Once per call: whoever asks again gets what came of the first time.
  const outcomes = new Map<string, Promise<ToolOutcome>>();
  const isAnswered = (id: string) =>
    store.all().some((message) => message.role === "tool" && message.toolCallId === id);

  function toolOf(id: string): ClientTool | undefined {
    const name = store.peekCall(id)?.name;
    return tools()
      .filter(isClientTool)
      .find((tool) => tool.name === name);
  }

  async function decide(id: string, signal: AbortSignal, decision?: ResumeEntry): Promise<ToolOutcome> {
    if (decision?.status === "cancelled") return { content: "", error: "The user declined the call." };
    const call = store.peekCall(id);
    const tool = toolOf(id);
    if (call === undefined || tool === undefined)
      return { content: "", error: "The app no longer has this tool." };
    return tool.run(call, { toolCallId: id, threadId, signal }, decision?.payload ?? null);
  }

  async function answer(
    alone: readonly ToolCallView[],
    decided: readonly ResumeEntry[],
    signal: AbortSignal,
  ): Promise<void> {
    const decisions: [string, ResumeEntry?][] = [
      ...alone.map((call): [string] => [call.id]),
      ...decided.map((entry): [string, ResumeEntry] => [entry.interruptId, entry]),
    ];
    const made = decisions.map(async ([toolCallId, decision]) => {
      const outcome = outcomes.get(toolCallId) ?? decide(toolCallId, signal, decision);
      outcomes.set(toolCallId, outcome);
      return { toolCallId, ...(await outcome) };
    });
    // All together, so that the messages come in the order of the calls.
    for (const message of await Promise.all(made)) {
      if (isAnswered(message.toolCallId)) continue;
      store.put({ id: messageId(), role: "tool", ...message, phase: "complete", origin: "app" });
    }
  }

  return {
    take({ status, pendingToolCallIds = [], interrupts = [] }, round, warn) {
      const calls = pendingToolCallIds.flatMap((id) => {
        const isBound = interrupts.some(({ toolCallId }) => toolCallId === id);
        return (!isBound && !isAnswered(id) && toolOf(id) && store.peekCall(id)) || [];
      });
      for (const { id, input, arguments: text } of calls) {
        if (input !== undefined || restated(text) === undefined) continue;
        warn({ code: "call-restated", message: `The arguments of "${id}" came twice: they are read once.` });
      }
      const asking = calls.filter((call) => toolOf(call.id)?.asks(call));
      owed = calls.filter((call) => !asking.includes(call));
      const isAlone = owed.length > 0 && asking.length === 0 && status === "success";
      const goesOn = isAlone && round < maxRounds;
      if (isAlone && !goesOn) {
        warn({
          code: "tool-rounds",
          message: `The agent called tools ${round} times in a row; run() goes on.`,
        });
      }
      return { asking, goesOn };
    },
    work(decided, outer) {
      const alone = owed;
      if (alone.length + decided.length === 0) return undefined;
      const controller = new AbortController();
      const { signal } = controller;
      const stop = () => controller.abort();
      outer?.addEventListener("abort", stop, { once: true });
      if (outer?.aborted) stop();
      // A tool that ignores the signal is not waited for.
      const stopped = new Promise<void>((resolve) =>
        signal.addEventListener("abort", () => resolve(), { once: true }),
      );
      const task = signal.aborted
        ? Promise.resolve()
        : Promise.race([answer(alone, decided, signal), stopped]);
      const done = task.then(() => {
        outer?.removeEventListener("abort", stop);
        if (!signal.aborted) owed = [];
        return !signal.aborted;
      });
      return { isSettled: () => false, stop, done };
    },
  };
}
