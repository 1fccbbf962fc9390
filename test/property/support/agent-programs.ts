/** Programs of agents: anything that may be done with a run context, in any order, well or badly. */
import type { AgentEvent } from "@holdpoint/client";
import type {
  Agent,
  Ending,
  EventTransformer,
  MessageHandle,
  RunContext,
  RunOutcome,
  ToolCallHandle,
} from "@holdpoint/client/agent";
import { filterToolCalls, toolResultToState } from "@holdpoint/client/agent";
import fc from "fast-check";
import { RUN, THREAD } from "./build-run.ts";
import { EVENT_TYPES, eventsOf } from "./shape-values.ts";

/** One thing that an agent does; `catches` whatever that throws. */
export interface Deed {
  readonly does:
    | "say"
    | "open"
    | "write"
    | "end"
    | "call"
    | "emit"
    | "state"
    | "update"
    | "reason"
    | "step"
    | "body"
    | "leave"
    | "wait"
    | "later"
    | "abort"
    | "throw"
    | "return";
  /** Which handle, and which of several ways. */
  readonly at: number;
  readonly event: unknown;
  readonly catches: boolean;
}

export interface AgentProgram {
  readonly deeds: readonly Deed[];
  readonly transformers: readonly EventTransformer[];
  readonly echoInput: boolean;
  readonly isStrict: boolean;
  /** Whether the agent keeps count of what it opens by hand. */
  readonly isAttentive: boolean;
  readonly isAbortedBefore: boolean;
  /** Whether the client declares no version, as an older one does. */
  readonly isOlder: boolean;
}

/** Few, so that events often concern the same thing. */
const ids = fc.constantFrom("a", "b", "c");
const tags = fc.option(fc.constantFrom("a", "s"), { nil: undefined, freq: 3 });

const asks = (list: readonly string[]): RunOutcome => ({
  type: "interrupt",
  interrupts: list.map((id) => ({ id, reason: "confirmation" })),
});

const outcomes: readonly (RunOutcome | undefined)[] = [
  undefined,
  { type: "success", result: { done: true } },
  { type: "success", result: null },
  { type: "success", result: 1n },
  { type: "cancelled" },
  asks(["a"]),
  asks(["a", "b"]),
  asks([]),
  asks(["a", "a"]),
];

/** Events that often fit together: complete ones of every type, with ids out of few. */
const events: fc.Arbitrary<unknown> = fc.constantFrom(...EVENT_TYPES).chain((type) =>
  fc
    .tuple(
      eventsOf(type),
      fc.record({ messageId: ids, toolCallId: ids, stepName: ids, entityId: ids }),
      tags,
      tags,
    )
    .chain(([event, named, subagentRunId, parentMessageId]) => {
      const own = Object.fromEntries(Object.entries(named).filter(([key]) => key in event));
      const isSubagent = type.startsWith("SUBAGENT_");
      const whole: Record<string, unknown> = {
        ...event,
        ...own,
        subagentRunId: isSubagent ? "s" : subagentRunId,
      };
      for (const key of ["parentSubagentRunId", "parentToolCallId", "rawEvent"]) delete whole[key];
      if ("parentMessageId" in event) whole.parentMessageId = parentMessageId;
      if (type.startsWith("RUN_") && type !== "RUN_ERROR")
        Object.assign(whole, { threadId: THREAD, runId: RUN });
      // Most are as they should be; some lack something, or have what no wire carries.
      return fc.oneof(
        { weight: 12, arbitrary: fc.constant<unknown>(whole) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(...Object.keys(whole)).map((key) => ({ ...whole, [key]: undefined })),
        },
        {
          weight: 1,
          arbitrary: fc.constantFrom(...Object.keys(whole)).map((key) => ({ ...whole, [key]: 7 })),
        },
        { weight: 1, arbitrary: fc.constant<unknown>({ ...whole, metadata: { n: 1n } }) },
      );
    }),
);

const deeds: fc.Arbitrary<Deed> = fc.record({
  does: fc.oneof(
    { weight: 20, arbitrary: fc.constant<Deed["does"]>("emit") },
    {
      weight: 18,
      arbitrary: fc.constantFrom<Deed["does"]>(
        ...(["say", "open", "write", "end", "call", "state", "wait"] as const),
        ...(["update", "reason", "step", "body", "leave"] as const),
      ),
    },
    { weight: 3, arbitrary: fc.constantFrom<Deed["does"]>("later", "abort", "throw", "return") },
  ),
  at: fc.nat(20),
  event: events,
  catches: fc.boolean(),
});

const stamp: EventTransformer = () => (event) => ({ ...event, timestamp: 1 });
const doubling: EventTransformer = () => (event) => (event.type === "CUSTOM" ? [event, event] : event);
const forgetting: EventTransformer = () => (event) => (event.type === "TEXT_MESSAGE_END" ? null : event);
const silent: EventTransformer = () => () => null;
const failing: EventTransformer = () => (event) => {
  if (event.type === "STATE_SNAPSHOT" || event.type === "RUN_FINISHED") throw new Error("no");
  return event;
};

export const programs: fc.Arbitrary<AgentProgram> = fc.record({
  deeds: fc.array(deeds, { maxLength: 30, size: "max" }),
  transformers: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 2,
      arbitrary: fc.subarray(
        [
          ...[stamp, doubling, forgetting, silent, failing],
          filterToolCalls.deny(["hidden"]),
          filterToolCalls.allow(["tool"]),
          toolResultToState.snapshot("tool"),
          toolResultToState.delta("tool", { replacing: true }),
        ],
        { maxLength: 3 },
      ),
    },
  ),
  echoInput: fc.boolean(),
  isStrict: fc.boolean(),
  isAttentive: fc.nat(3).map((n) => n > 0),
  isAbortedBefore: fc.nat(30).map((n) => n === 0),
  isOlder: fc.nat(4).map((n) => n === 0),
});

/** The agent of a program, and what stops its run. */
export function agentOf(program: AgentProgram): { agent: Agent; controller: AbortController } {
  const controller = new AbortController();
  if (program.isAbortedBefore) controller.abort();

  async function run(ctx: Context): Promise<RunOutcome | undefined> {
    const hands: Hands = {
      messages: [],
      calls: [],
      others: [],
      opened: new Map(),
      isAttentive: program.isAttentive,
    };
    for (const deed of program.deeds) {
      if (deed.does === "return") {
        if (deed.at % 3 > 0) for (const closer of [...hands.opened.values()].reverse()) ctx.emit(closer);
        return outcomes[deed.at % outcomes.length];
      }
      try {
        await perform(deed, ctx, hands, controller);
      } catch (error) {
        if (!deed.catches) throw error;
      }
    }
    if (program.isAttentive) for (const closer of [...hands.opened.values()].reverse()) ctx.emit(closer);
    return undefined;
  }

  return { agent: { run }, controller };
}

type Context = RunContext<Record<string, unknown>>;

/** What an agent has in its hands. */
interface Hands {
  readonly messages: MessageHandle[];
  readonly calls: ToolCallHandle[];
  readonly others: Ending[];
  readonly opened: Opened;
  readonly isAttentive: boolean;
}

async function perform(
  { does, at, event }: Deed,
  ctx: Context,
  { messages, calls, others, opened, isAttentive }: Hands,
  controller: AbortController,
): Promise<void> {
  const message = messages[at % Math.max(1, messages.length)];
  const call = calls[at % Math.max(1, calls.length)];
  const isEven = at % 2 === 0;
  if (does === "say") ctx.say(isEven ? "text" : "");
  if (does === "open") messages.push(ctx.message(at % 5 === 0 ? "system" : "assistant"));
  if (does === "call") calls.push(ctx.toolCall(isEven ? "tool" : "hidden", at % 3 === 0 ? { id: "a" } : {}));
  if (does === "write") isEven ? message?.delta("more") : call?.args({ at });
  if (does === "end")
    isEven ? message?.end() : call?.result(at % 3 === 0 ? [{ op: "add", path: "/x", value: 1 }] : { at });
  if (does === "state") ctx.setState({ at: at % 5 === 0 ? undefined : at });
  if (does === "update") {
    ctx.updateState((state) => {
      state.n = at;
      if (isEven) state.list = Array.from({ length: at }, () => at);
    });
  }
  if (does === "reason") others.push(ctx.reasoning());
  if (does === "step") others.push(ctx.step(`step ${at % 4}`));
  if (does === "leave") others[at % Math.max(1, others.length)]?.end();
  if (does === "body") {
    await ctx.step(`step ${at % 4}`, () =>
      ctx.message(async (spoken) => {
        spoken.delta("from a body");
        await ctx.drained();
        if (isEven) throw new Error("in a body");
      }),
    );
  }
  if (does === "emit") {
    const own = isAttentive ? attentive(sent(event), opened, at) : sent(event);
    if (own) ctx.emit(own);
  }
  if (does === "wait") await (isEven ? Promise.resolve() : ctx.drained());
  if (does === "abort") controller.abort(isEven ? undefined : new Error("stopped"));
  if (does === "throw") throw isEven ? new Error("no") : undefined;
  if (does === "later")
    void Promise.resolve()
      .then(() => ctx.emit(sent(event)))
      .catch(() => undefined);
}

/** As an agent without types would have it. */
function sent(event: unknown): AgentEvent {
  return Object(event);
}

const IDS: readonly string[] = ["messageId", "toolCallId", "stepName", "subagentRunId"];

/** What an agent has opened by hand, by the family of the events and the id, with what closes it. */
type Opened = Map<string, AgentEvent>;

/**
 * The event as an agent that pays attention sends it: what continues or ends is about something that is open, or
 * is not sent at all. One that does not pay attention sends it as it is.
 */
function attentive(event: AgentEvent, opened: Opened, at: number): AgentEvent | undefined {
  const [, family = "", does = ""] =
    /^(TEXT_MESSAGE|TOOL_CALL|REASONING_MESSAGE|REASONING|STEP|SUBAGENT)_(\w+)$/.exec(event.type) ?? [];
  const isStart = /^START/.test(does);
  const isRest = /^(CONTENT|ARGS|END|FINISHED|ERROR)$/.test(does);
  if (family === "" || (!isStart && !isRest)) return event;
  const key = IDS.find((name) => name in event && (name !== "subagentRunId" || family === "SUBAGENT")) ?? "";
  const name = (id: unknown) => `${family} ${id}`;
  if (isStart) {
    const id: unknown = Reflect.get(event, key);
    if (opened.has(name(id))) return undefined;
    const end = family === "STEP" || family === "SUBAGENT" ? "FINISHED" : "END";
    opened.set(
      name(id),
      sent({ type: `${family}_${end}`, [key]: id, subagentRunId: Reflect.get(event, "subagentRunId") }),
    );
    return event;
  }
  const ends = [...opened].filter(([each]) => each.startsWith(`${family} `));
  const [open, closer] = ends[at % Math.max(1, ends.length)] ?? [];
  if (open === undefined || closer === undefined) return undefined;
  if (!/CONTENT|ARGS/.test(does)) opened.delete(open);
  return sent({
    ...event,
    [key]: Reflect.get(closer, key),
    subagentRunId: Reflect.get(closer, "subagentRunId"),
  });
}
