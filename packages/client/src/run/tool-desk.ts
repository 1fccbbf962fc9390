import { NONE } from "../approvals/batch.ts";
import type { ApprovalItem } from "../approvals/types.ts";
import { defined } from "../lib/defined.ts";
import type { ToolCallView } from "../lib/tool-call-view.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import type { ThreadMessage } from "../thread/types.ts";
import { restated } from "./restated.ts";
import {
  type ClientTool,
  DECLINED,
  type DeskContext,
  isClientTool,
  type OwedCalls,
  type Question,
  refuseOrphan,
  type ToolDesk,
  type ToolOutcome,
} from "./tool-types.ts";

const MAX_ROUNDS = 8;

const failed = (error: string): ToolOutcome => ({ content: "", error });
const STOPPED = failed("The call was stopped.");
const GONE = failed("The app no longer has this tool.");
const STRANDED = failed("The run ended before the call was made.");
/** What is said of a call that was not made. */
const NOT_MADE = new Set<unknown>([DECLINED, GONE, STRANDED].map(({ error }) => error));

/** Creates the desk that answers the calls of one thread. */
export function createToolDesk(context: DeskContext): ToolDesk {
  const { approvals, environment, threadId, store, tools, onEvent, maxToolRounds = MAX_ROUNDS } = context;
  /** Calls that are answered without anybody, before the next run. */
  let owed: readonly ToolCallView[] = [];
  /** What came of the calls that were executed, each once; undefined while one is still at work. */
  const outcomes = new Map<string, ToolOutcome | undefined>();
  /** Calls that are about to be executed: what is kept says so before they are. */
  let planned: readonly string[] = [];
  /** By which answer a call was executed. */
  const allowed = new Map<string, ResumeEntry>();
  /** Calls that a question of the agent's is about: what becomes of them is its own affair. */
  const bound = new Set<string>();
  /** Calls that the agent was told an answer to elsewhere. */
  const answered = new Set<string>();
  const answerTo = (id: string) =>
    store.all().find((message) => message.role === "tool" && message.toolCallId === id);
  const isAnswered = (id: string) => answered.has(id) || answerTo(id)?.origin === "agent";

  // A replay tells only later that a call of an old run was answered: by the input of the next, a snapshot or a result.
  onEvent((event) => {
    if (event.type === "RUN_STARTED") {
      for (const message of event.input?.messages ?? []) {
        if (message.role === "tool" && !answerTo(message.toolCallId)) answered.add(message.toolCallId);
      }
    } else if (event.type !== "MESSAGES_SNAPSHOT" && event.type !== "TOOL_CALL_RESULT") {
      return;
    }
    owed = owed.filter(({ id }) => !isAnswered(id));
    withdrawAnswered();
  });

  /** Takes back questions that need no answer any more; not while one is on its way, or may have arrived. */
  function withdrawAnswered(): void {
    const { phase, items } = approvals.current();
    const left = items.filter((item) => item.kind !== "tool" || !isAnswered(callOf(item)));
    if (phase !== "open" || left.length === items.length) return;
    approvals.put(left.length === 0 ? NONE : { items: left });
  }

  function toolOf(id: string): ClientTool | undefined {
    const name = store.peekCall(id)?.name;
    return tools()
      .filter(isClientTool)
      .find((tool) => tool.name === name);
  }

  /** What came of a call that was executed, here or by another page; an answer that is the result itself may still be changed. */
  function outcomeOf(id: string): ToolOutcome | undefined {
    const made = answerTo(id);
    if (!toolOf(id)?.executes) return undefined;
    const known = outcomes.get(id);
    if (known !== undefined) return known;
    if (made?.role === "tool" && !NOT_MADE.has(made.error)) {
      return defined<ToolOutcome>({ content: made.content, error: made.error });
    }
    return outcomes.has(id) ? STOPPED : undefined;
  }

  function isAllowed(id: string, { status, payload = null }: ResumeEntry): boolean {
    return status === "resolved" && toolOf(id)?.allows(payload) === true;
  }

  async function decide(id: string, signal: AbortSignal, decision?: ResumeEntry): Promise<ToolOutcome> {
    const known = outcomeOf(id);
    if (known !== undefined) return known;
    if (decision?.status === "cancelled") return DECLINED;
    const call = store.peekCall(id);
    const tool = toolOf(id);
    if (call === undefined || tool === undefined) return GONE;
    const payload = decision === undefined ? undefined : (decision.payload ?? null);
    const isAnswer = !tool.executes;
    if (!isAnswer) outcomes.set(id, undefined);
    if (!isAnswer && decision !== undefined) allowed.set(id, decision);
    const outcome = await tool
      .run(call, { toolCallId: id, threadId, signal }, payload)
      // It should not; one that hung the thread for it would be worse.
      .catch((error: unknown): ToolOutcome => failed(String(error)));
    if (outcome === DECLINED) {
      outcomes.delete(id);
      allowed.delete(id);
    } else if (!isAnswer) {
      outcomes.set(id, outcome);
      // Nobody waits for it any more, and it is still what came of the call.
      if (signal.aborted && !isAnswered(id)) put(id, outcome);
    }
    return outcome;
  }

  /** A call that was executed was allowed, whatever was answered since. */
  function entryOf(id: string, entry: ResumeEntry): ResumeEntry {
    const before = allowed.get(id);
    if (before !== undefined || outcomeOf(id) === undefined || isAllowed(id, entry)) return before ?? entry;
    return { interruptId: entry.interruptId, status: "resolved", payload: true };
  }

  async function answer(decisions: readonly [string, ResumeEntry?][], signal: AbortSignal): Promise<void> {
    // What the agent has answered itself, or a new conversation knows nothing of, is nobody's work here.
    const open = decisions.filter(([id]) => !isAnswered(id) && store.peekCall(id));
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
    const id = answerTo(toolCallId)?.id ?? environment.generateId("message");
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

  /** Answers the calls that a run which ended badly has left behind: a history with one that dangles is refused by many a model. */
  function answerStranded(decided: ReadonlySet<string>): void {
    for (const message of store.all()) {
      // What the app told itself is for the app to answer.
      if (message.role !== "assistant" || message.runId === undefined) continue;
      for (const { id } of message.toolCalls ?? []) {
        if (decided.has(id) || bound.has(id) || answered.has(id) || answerTo(id) || !toolOf(id)) continue;
        put(id, STRANDED);
      }
    }
  }

  function owe({ calls = [], begun = [] }: OwedCalls): void {
    owed = calls.flatMap((id) => store.peekCall(id) ?? []);
    planned = [];
    allowed.clear();
    answered.clear();
    outcomes.clear();
    for (const id of begun) outcomes.set(id, undefined);
  }

  owe(context.left);
  return {
    take({ status, pendingToolCallIds = [], interrupts = [] }, round, warn) {
      for (const { toolCallId } of interrupts) if (toolCallId !== undefined) bound.add(toolCallId);
      const calls = pendingToolCallIds.flatMap((id) => {
        const isBound = interrupts.some(({ toolCallId }) => toolCallId === id);
        return (!isBound && !answered.has(id) && !answerTo(id) && toolOf(id) && store.peekCall(id)) || [];
      });
      for (const { id, input, arguments: text } of calls) {
        if (input !== undefined || restated(text) === undefined) continue;
        warn({ code: "call-restated", message: `The arguments of "${id}" came twice: they are read once.` });
      }
      const ids = new Set(interrupts.map(({ id }) => id));
      const asking: Question[] = [];
      owed = calls.filter((toolCall) => {
        if (!toolOf(toolCall.id)?.asks(toolCall)) return true;
        let { id } = toolCall;
        while (ids.has(id)) id = `tool:${id}`;
        ids.add(id);
        asking.push({ id, toolCall });
        return false;
      });
      const isAlone = owed.length > 0 && asking.length === 0 && status === "success";
      const goesOn = isAlone && round < maxToolRounds;
      if (isAlone && !goesOn) {
        warn({
          code: "tool-rounds",
          message: `The agent called tools ${round} times in a row; run() goes on.`,
        });
      }
      return { asking, goesOn };
    },
    owed() {
      const begun = new Set([...outcomes.keys(), ...planned]);
      return { calls: owed.map(({ id }) => id), begun: [...begun].filter((id) => !answerTo(id)) };
    },
    owe,
    work(items, given) {
      const controller = new AbortController();
      const { signal } = controller;
      const decided: [string, ResumeEntry][] = [];
      const resume: ResumeEntry[] = [];
      const answers = given?.map((entry) => {
        const item = items.find(({ id }) => id === entry.interruptId);
        if (item?.kind !== "tool") {
          resume.push(entry);
          return entry;
        }
        const id = callOf(item);
        if (entry.status === "resolved" && !isAnswered(id) && !toolOf(id)) refuseOrphan(item.id);
        const made = { ...entryOf(id, entry), interruptId: item.id };
        decided.push([id, made]);
        return made;
      });
      const about = decided.flatMap(([id, entry]) => (entry && isAllowed(id, entry) ? [id] : []));
      planned = [...owed.map(({ id }) => id), ...about].filter((id) => toolOf(id)?.executes);
      return {
        answers,
        resume,
        begin() {
          planned = [];
          const decisions = [...owed.map(({ id }): [string] => [id]), ...decided];
          answerStranded(new Set(decisions.map(([id]) => id)));
          return decisions.length === 0 ? undefined : answer(decisions, signal);
        },
        stop() {
          planned = [];
          controller.abort();
        },
      };
    },
  };
}

/** The call that a question is about; its own id may be another where the agent asked by the same. */
const callOf = ({ id, toolCall }: ApprovalItem): string => toolCall?.id ?? id;
