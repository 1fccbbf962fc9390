import fc from "fast-check";

/** What a question asks for; `bound` ones are about a tool call. */
export interface QuestionPlan {
  readonly schema: "none" | "number" | "boolean" | "string";
  readonly reason: "x" | "tool_approval";
  /** Minutes until it expires; 0 for never. */
  readonly minutes: number;
  readonly bound: boolean;
}

/** What the agent does at a request. */
export interface AgentPlan {
  readonly does:
    | "succeed"
    | "ask"
    | "cancel"
    | "fail"
    | "fail before starting"
    | "refuse"
    | "say nothing"
    | "break off"
    | "hang"
    | "hang before starting"
    | "break the protocol"
    | "break the protocol at once"
    | "succeed and fail"
    | "ask and fail";
  readonly asks: readonly QuestionPlan[];
  /** Asks under the ids that were asked before. */
  readonly again: boolean;
  /** An error names the first question. */
  readonly names: boolean;
  /** Ends at once when it is aborted. */
  readonly heeds: boolean;
  /** Turns between two events. */
  readonly pace: number;
}

export type Act =
  | {
      readonly act: "answer" | "draft";
      readonly item: number;
      readonly value: unknown;
      readonly noted: boolean;
    }
  | { readonly act: "decline" | "clear" | "change call"; readonly item: number }
  | { readonly act: "pass"; readonly minutes: number }
  | {
      readonly act:
        | "send"
        | "run"
        | "send past"
        | "fill"
        | "decline all"
        | "submit"
        | "submit twice"
        | "both submit"
        | "submit and stop"
        | "send past and stop"
        | "retry"
        | "dismiss"
        | "stop"
        | "reload"
        | "kill";
    };

export interface Step {
  readonly tab: 0 | 1;
  readonly act: Act;
  /** Turns until the next step; null where all comes to rest first. */
  readonly turns: number | null;
}

/** What is between the tabs. */
export interface Setting {
  readonly late: boolean;
  readonly channel: boolean;
  readonly locks: boolean;
  readonly latencies: readonly number[];
  /** Milliseconds that the agent's clock is ahead. */
  readonly skew: number;
}

export interface Plan {
  readonly setting: Setting;
  readonly agent: readonly AgentPlan[];
  readonly steps: readonly Step[];
}

const VALUES = [
  true,
  false,
  0,
  "",
  null,
  7,
  "text",
  { a: null, b: [1, { c: false }] },
  { approved: false },
  [],
];

const questions: fc.Arbitrary<readonly QuestionPlan[]> = fc.array(
  fc.record<QuestionPlan>({
    schema: fc.constantFrom("none", "none", "number", "boolean", "string"),
    reason: fc.constantFrom("x", "x", "tool_approval"),
    minutes: fc.constantFrom(0, 0, 0, 1, 60),
    bound: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);

const does = fc.oneof(
  { weight: 6, arbitrary: fc.constant("ask" as const) },
  { weight: 3, arbitrary: fc.constant("succeed" as const) },
  {
    weight: 9,
    arbitrary: fc.constantFrom(
      "cancel",
      "fail",
      "fail before starting",
      "refuse",
      "say nothing",
      "break off",
      "hang",
      "hang before starting",
      "break the protocol",
      "break the protocol at once",
      "succeed and fail",
      "ask and fail",
    ),
  },
);

const agentPlans: fc.Arbitrary<AgentPlan> = fc.record<AgentPlan>({
  does,
  asks: questions,
  again: fc.boolean(),
  names: fc.boolean(),
  heeds: fc.boolean(),
  pace: fc.nat(4),
});

const item = fc.nat(2);
const value = fc.constantFrom<unknown>(...VALUES);
const plain = <Name extends Act["act"]>(act: Name, weight: number) => ({
  weight,
  arbitrary: fc.record({ act: fc.constant(act) }),
});

const acts: fc.Arbitrary<Act> = fc.oneof(
  plain("send", 6),
  plain("run", 1),
  plain("send past", 1),
  plain("fill", 9),
  plain("decline all", 1),
  plain("submit", 10),
  plain("submit twice", 2),
  plain("both submit", 2),
  plain("submit and stop", 1),
  plain("send past and stop", 1),
  plain("retry", 5),
  plain("dismiss", 1),
  plain("stop", 2),
  plain("reload", 2),
  plain("kill", 2),
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constantFrom("answer", "draft"), item, value, noted: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constantFrom("decline", "clear", "change call"), item }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("pass"), minutes: fc.constantFrom(1, 1, 61) }) },
);

const steps: fc.Arbitrary<Step> = fc.record<Step>({
  tab: fc.constantFrom(0, 0, 1),
  act: acts,
  turns: fc.oneof(fc.constant(null), fc.nat(40)),
});

/** A thread whose agent has asked something; what follows is anybody's guess. */
export const plans: fc.Arbitrary<Plan> = fc
  .record({
    setting: fc.record<Setting>({
      late: fc.boolean(),
      channel: fc.boolean(),
      locks: fc.boolean(),
      latencies: fc.array(fc.nat(6), { minLength: 1, maxLength: 8 }),
      skew: fc.constantFrom(0, 0, 120_000, -120_000),
    }),
    asks: questions,
    agent: fc.array(agentPlans, { minLength: 1, maxLength: 10, size: "max" }),
    steps: fc.array(steps, { minLength: 1, maxLength: 30, size: "max" }),
  })
  .map(({ setting, asks, agent, steps }) => ({
    setting,
    agent: [{ does: "ask", asks, again: false, names: false, heeds: true, pace: 0 }, ...agent],
    steps: [{ tab: 0, act: { act: "send" }, turns: null }, ...steps],
  }));
