import fc from "fast-check";

/** What a generated run is made of: a wish that the builder of runs turns into valid events, or into none. */
export interface Command {
  readonly wish: Wish;
  /** Chooses among what the run holds at that point. */
  readonly pick: number;
  readonly text: string;
  readonly value: unknown;
  readonly flag: boolean;
}

export type Wish = (typeof WISHES)[number];

const WISHES = [
  "text-start",
  "text-reopen",
  "continue",
  "close",
  "call-start",
  "call-result",
  "span-start",
  "reasoning-start",
  "encrypted",
  "step-start",
  "subagent-start",
  "subagent-end",
  "state-snapshot",
  "state-delta",
  "activity-snapshot",
  "activity-delta",
  "messages-snapshot",
  "raw",
  "custom",
] as const;

/** What a run is mostly made of comes more often. */
const wish: fc.Arbitrary<Wish> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Wish>(...WISHES) },
  { weight: 6, arbitrary: fc.constant<Wish>("continue") },
  { weight: 2, arbitrary: fc.constantFrom<Wish>("text-start", "call-start", "state-delta") },
);

/** Texts that a reader of lines and bytes could trip over, among others. */
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom(
    "",
    "\r\n",
    "\r",
    "\n\ndata: {}\n\n",
    "\u2028",
    "\ufeff",
    "👩‍🚀é",
    "[DONE]",
    "\ud83d",
    "\0",
  ),
);

const value = fc.jsonValue({ maxDepth: 2 });

const command: fc.Arbitrary<Command> = fc.record({
  wish,
  pick: fc.nat(9999),
  text,
  value,
  flag: fc.boolean(),
});

/** How a generated run ends, and what else there is about it. */
export interface Plan {
  readonly commands: readonly Command[];
  readonly end: "plain" | "success" | "interrupt" | "cancelled" | "error" | "late-error";
  /** A run before the requested one on the same stream. */
  readonly replayed: readonly Command[] | undefined;
}

export const plans: fc.Arbitrary<Plan> = fc.record({
  commands: fc.array(command, { maxLength: 60, size: "max" }),
  end: fc.constantFrom<Plan["end"]>("plain", "success", "interrupt", "cancelled", "error", "late-error"),
  replayed: fc.option(fc.array(command, { maxLength: 8 }), { nil: undefined, freq: 4 }),
});
