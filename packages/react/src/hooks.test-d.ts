/** What compiles of the hooks, and what does not: state, tools and kinds of questions are typed throughout. */
import {
  type AgentClient,
  type ApprovalItem,
  defineInterrupt,
  type EventOf,
  type FieldError,
  type RunEnd,
  type Thread,
  type ToolCallView,
} from "@holdpoint/client";
import { z } from "zod";
import {
  type AgentProviderProps,
  toCheckedCall,
  useActivity,
  useAgentContext,
  useAgentEvent,
  useAgentRun,
  useAgentState,
  useAgentTool,
  useApprovals,
  useInterrupt,
  useMessage,
  useRunStatus,
  useSuspenseThread,
  useThread,
  useToolCall,
} from "./index.ts";

interface Order {
  readonly items: readonly string[];
  readonly total: number;
}
declare const thread: Thread<Order>;
declare const client: AgentClient;

/** Asks the compiler whether two types are the same one. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => {};

export function State(): void {
  const total = useAgentState((state: Order) => state.total);
  same<typeof total, number>(true);
  const items = useAgentState(({ items }) => items, undefined, { thread });
  same<typeof items, readonly string[]>(true);
  const whole = useAgentState<Order>();
  same<typeof whole, Order>(true);
  const unsaid = useAgentState();
  same<typeof unsaid, unknown>(true);
  useAgentState(
    (state: Order) => state.total,
    (a, b) => Math.round(a) === Math.round(b),
  );
  // @ts-expect-error: there is no such member
  useAgentState((state: Order) => state.price);
  const compare = (one: string, other: string): boolean => one === other;
  // @ts-expect-error: numbers are compared here
  useAgentState((state: Order) => state.total, compare);
  // @ts-expect-error: another state than the thread has
  useAgentState((state: { other: string }) => state.other, undefined, { thread });

  const run = useAgentRun<Order>({
    threadId: "t1",
    agent: "shop",
    onFinish: ({ state }) => same<typeof state, Order>(true),
    onInterrupt: ({ items: asked }, { state }) => {
      same<typeof asked, readonly ApprovalItem[]>(true);
      same<typeof state, Order>(true);
    },
    onError: (error) => same<typeof error, Error>(true),
    startOnMount: "Hello",
    stopOnUnmount: true,
  });
  same<typeof run.state, Order>(true);
  same<typeof run.thread, Thread<Order>>(true);
  same<ReturnType<typeof run.send>, Promise<RunEnd | undefined>>(true);
  const inferred = useAgentRun({ thread });
  same<typeof inferred.state, Order>(true);
  same<ReturnType<typeof useThread<Order>>, Thread<Order>>(true);
  useThread<Order>("t1").setState({ items: [], total: 1 });
  // @ts-expect-error: the total is a number
  useSuspenseThread<Order>("t1").setState({ items: [], total: "1" });
  // @ts-expect-error: no such option
  useAgentRun({ threadId: "t1", onFinished: () => {} });
  // @ts-expect-error: a thread is named by its id or its handle
  useRunStatus(thread.threadId);
  // @ts-expect-error: neither is a message one of the list, nor is it there for sure
  void useMessage("m1").content;
  const activity = useActivity("a1");
  same<NonNullable<typeof activity>["role"], "activity">(true);
}

const tools = {
  search: { parameters: z.object({ query: z.string(), limit: z.coerce.number() }) },
  open: { parameters: { type: "object" } },
};

export function Tools(): void {
  const call = useToolCall("c1", { tools });
  if (call?.checked?.name === "search") {
    const { input } = call.checked;
    same<typeof input, { query: string; limit: number }>(true);
  } else if (call?.checked) {
    same<typeof call.checked.name, "open">(true);
    same<typeof call.checked.input, unknown>(true);
  }
  // @ts-expect-error: no such tool
  void (call?.checked?.name === "close");
  const { forms } = useAgentRun<Order>({ threadId: "t1" });
  for (const { item } of forms) {
    const asked = toCheckedCall(item.toolCall, tools);
    if (asked?.name === "search") {
      const { input } = asked;
      same<typeof input, { query: string; limit: number }>(true);
    }
    // @ts-expect-error: it may be no call of these tools
    void asked.name;
    // @ts-expect-error: no such tool
    void (asked?.name === "close");
    // @ts-expect-error: what nobody has checked is anything
    void item.toolCall?.input.query;
  }
  const plain = useToolCall("c1");
  same<typeof plain, ToolCallView | undefined>(true);
  // @ts-expect-error: without tools nothing is checked
  void plain?.checked;

  useAgentTool({
    name: "search",
    description: "",
    parameters: tools.search.parameters,
    needsApproval: ({ limit }) => limit > 10,
    execute(input, { signal }) {
      same<typeof input, { query: string; limit: number }>(true);
      same<typeof signal, AbortSignal>(true);
    },
  });
  useAgentTool({
    name: "search",
    description: "",
    parameters: tools.search.parameters,
    // @ts-expect-error: there is no such argument
    execute: ({ page }) => page,
  });
  // @ts-expect-error: a tool has a name
  useAgentTool({ description: "" });
  useAgentContext("page", { id: 1 }, { thread });
  useAgentEvent("TOOL_CALL_START", (event) => {
    same<typeof event, EventOf<"TOOL_CALL_START">>(true);
    same<typeof event.toolCallName, string>(true);
  });
  // @ts-expect-error: no such event
  useAgentEvent("TOOL_CALL_STARTED", () => {});
  // @ts-expect-error: an event of this type has no delta
  useAgentEvent("TOOL_CALL_END", ({ delta }) => delta);
}

const Budget = defineInterrupt({
  reason: "budget",
  response: z.object({ amount: z.coerce.number<string>() }),
  metadata: z.object({ currency: z.enum(["EUR", "USD"]) }),
});
const Sure = defineInterrupt({ reason: "sure", response: z.boolean() });

export function Interrupts(): void {
  const budget = useInterrupt(Budget);
  const sure = useInterrupt(Sure, { threadId: "t1", interruptId: "s2" });
  const any = useInterrupt("q1", { thread });
  // @ts-expect-error: it may not be pending
  budget.answer({ amount: "7" });
  const { submit, items, error } = useApprovals();
  same<ReturnType<typeof submit>, Promise<RunEnd | undefined>>(true);
  same<typeof items, readonly ApprovalItem[]>(true);
  same<typeof error, Error | null>(true);
  // @ts-expect-error: an id says which question it is already
  useInterrupt("q1", { interruptId: "q2" });
  if (!budget || !sure || !any) return;
  same<ReturnType<typeof budget.answer>, readonly FieldError[]>(true);
  same<typeof budget.metadata, { currency: "EUR" | "USD" } | undefined>(true);
  // What a person answers is the schema's input.
  budget.answer({ amount: "7" });
  // @ts-expect-error: the amount is typed as text here
  budget.answer({ amount: 7 });
  // @ts-expect-error: the amount is missing
  budget.answer({});
  // @ts-expect-error: a wrong answer to the other kind
  sure.answer("yes");
  sure.answer(false, { metadata: { by: "ann" } });
  any.answer({ whatever: 1 });
}

export const several: AgentProviderProps = { client, agents: { shop: client } };
// @ts-expect-error: an agent is named by a client
export const wrong: AgentProviderProps = { client, agents: { shop: thread } };
