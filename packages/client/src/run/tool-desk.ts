import type { ToolCallView } from "../lib/tool-call-view.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import type { ThreadMessage } from "../thread/types.ts";
import { restated } from "./restated.ts";
import {
  type ClientTool,
  DECLINED,
  type DeskContext,
  isClientTool,
  type ToolDesk,
  type ToolOutcome,
} from "./tool-types.ts";

const MAX_ROUNDS = 8;

/** Creates the desk that answers the calls of one thread. */
export function createToolDesk(context: DeskContext): ToolDesk {
  const { threadId, store, tools, messageId, maxToolRounds: maxRounds = MAX_ROUNDS } = context;
  /** Calls that are answered without anybody, before the next run. */
  let owed: readonly ToolCallView[] = [];
  /** What came of the calls that were executed, each once; undefined while one is still at work. */
  const outcomes = new Map<string, ToolOutcome | undefined>();
  const answerTo = (id: string) =>
    store.all().find((message) => message.role === "tool" && message.toolCallId === id);

  function toolOf(id: string): ClientTool | undefined {
    const name = store.peekCall(id)?.name;
    return tools()
      .filter(isClientTool)
      .find((tool) => tool.name === name);
  }

  async function decide(id: string, signal: AbortSignal, decision?: ResumeEntry): Promise<ToolOutcome> {
    if (outcomes.has(id)) return outcomes.get(id) ?? { content: "", error: "The call was stopped." };
    if (decision?.status === "cancelled") return DECLINED;
    const call = store.peekCall(id);
    const tool = toolOf(id);
    if (call === undefined || tool === undefined)
      return { content: "", error: "The app no longer has this tool." };
    const payload = decision === undefined ? undefined : (decision.payload ?? null);
    // An answer that is the result itself may be changed until it has been sent.
    const isAnswer = !tool.executes;
    if (!isAnswer) outcomes.set(id, undefined);
    const outcome = await tool.run(call, { toolCallId: id, threadId, signal }, payload);
    if (outcome === DECLINED) outcomes.delete(id);
    else if (!isAnswer) outcomes.set(id, outcome);
    return outcome;
  }

  async function answer(decisions: readonly [string, ResumeEntry?][], signal: AbortSignal): Promise<void> {
    // What the agent has answered itself, or a new conversation knows nothing of, is nobody's work here.
    const open = decisions.filter(([id]) => answerTo(id)?.origin !== "agent" && store.peekCall(id));
    const made = open.map(async ([id, decision]) => ({ id, outcome: await decide(id, signal, decision) }));
    const all = await Promise.all(made);
    if (signal.aborted) return;
    for (const { id, outcome } of all) put(id, outcome);
    owed = [];
  }

  /** Keeps a result behind its call, and behind those of the calls before it. */
  function put(toolCallId: string, outcome: ToolOutcome): void {
    const call = store.peekCall(toolCallId);
    if (call === undefined) return;
    const id = answerTo(toolCallId)?.id ?? messageId();
    const message: ThreadMessage = {
      id,
      role: "tool",
      toolCallId,
      ...outcome,
      phase: "complete",
      origin: "app",
    };
    const others = store.all().filter((each) => each.id !== id);
    let at = others.findIndex((each) => each.id === call.messageId) + 1;
    while (others[at]?.role === "tool") at += 1;
    store.replaceAll([...others.slice(0, at), message, ...others.slice(at)]);
  }

  return {
    take({ status, pendingToolCallIds = [], interrupts = [] }, round, warn) {
      const calls = pendingToolCallIds.flatMap((id) => {
        const isBound = interrupts.some(({ toolCallId }) => toolCallId === id);
        return (!isBound && !answerTo(id) && toolOf(id) && store.peekCall(id)) || [];
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
    work(items, answers) {
      const decisions: [string, ResumeEntry?][] = owed.map(({ id }) => [id]);
      const resume: ResumeEntry[] = [];
      for (const entry of answers) {
        const item = items.find(({ id }) => id === entry.interruptId);
        if (item?.kind === "tool") decisions.push([item.id, entry]);
        else resume.push(entry);
      }
      const controller = new AbortController();
      const { signal } = controller;
      const stop = () => controller.abort();
      return {
        resume,
        done: decisions.length === 0 ? undefined : answer(decisions, signal),
        stop,
      };
    },
  };
}
