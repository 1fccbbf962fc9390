import { ProtocolError } from "../errors.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { Interrupt, ResumeEntry, RunFinishedOutcome } from "../protocol/interrupts.ts";
import type { Metadata } from "../protocol/messages.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { repeatsIn } from "./first-of-each.ts";

/** The run did what it was asked; `result` is any JSON value. */
export type SuccessOutcome = { type: "success"; result?: unknown };
/** The run stopped to ask: at least one question, their ids unique. */
export type InterruptOutcome = { type: "interrupt"; interrupts: Interrupt[] };
/** The run was stopped on purpose before it completed; neither a success nor a failure. */
export type CancelledOutcome = { type: "cancelled" };

/**
 * How an agent's run ended. A failure is thrown, not returned.
 * Source: AG-UI 1.1, events/lifecycle, `RUN_FINISHED`.
 */
export type RunOutcome = SuccessOutcome | InterruptOutcome | CancelledOutcome;

/** Ends a run as completed, with its return value if it has one. */
export function success(result?: unknown): SuccessOutcome {
  return result === undefined ? { type: "success" } : { type: "success", result };
}

/**
 * Ends a run that needs an answer first, or several. The list is checked when the run ends, not here:
 * an empty one fails the run. The agent keeps nothing of the run: the next one starts
 * from its messages, its state and the answers in its `resume`, and from nothing else.
 * Source: AG-UI 1.1, basic/patterns/interrupt-resume.
 */
export function interrupt(interrupts: Interrupt | readonly Interrupt[]): InterruptOutcome {
  return { type: "interrupt", interrupts: [interrupts].flat() };
}

/** Beside an answer, and no part of it. */
export interface ResumeEntryOptions {
  metadata?: Metadata;
}

/**
 * An answer to the interrupt with this id. A `null` or absent payload is left
 * out, because the wire forbids `payload: null`; `false`, `0` and `""` are answers.
 */
export function resolved(
  interruptId: string,
  payload?: unknown,
  options: ResumeEntryOptions = {},
): ResumeEntry {
  return {
    interruptId,
    status: "resolved",
    ...(payload !== undefined && payload !== null && { payload }),
    ...options,
  };
}

/** Ends a run that was stopped on purpose before it completed. */
export function cancelled(): CancelledOutcome;
/** Declines the interrupt with this id: a person's no, after which the run takes its other branch. */
export function cancelled(interruptId: string, options?: ResumeEntryOptions): ResumeEntry;
export function cancelled(
  interruptId?: string,
  options: ResumeEntryOptions = {},
): CancelledOutcome | ResumeEntry {
  if (interruptId === undefined) return { type: "cancelled" };
  return { interruptId, status: "cancelled", ...options };
}

/**
 * Throws a `ProtocolError` for an interrupt outcome that asks nothing
 * (rule `empty-interrupts`) or that asks twice under one id (rule `duplicate-interrupt`), and for what is no
 * outcome (rule `malformed-field`): a client would take one of a type that it does not know for a success.
 */
export function validateOutcome(outcome: RunOutcome | RunFinishedOutcome): void {
  assertOutcome(outcome);
  if (outcome.type !== "interrupt") return;
  const ids = outcome.interrupts.map((one) => one.id);
  if (ids.length === 0) {
    throw new ProtocolError("RUN_FINISHED outcome `interrupt` requires at least one interrupt", {
      rule: "empty-interrupts",
      path: "outcome.interrupts",
    });
  }
  const repeated = repeatsIn(ids);
  const twice = ids.filter((_, index) => repeated[index]);
  if (twice.length > 0) {
    throw new ProtocolError(
      `RUN_FINISHED outcome \`interrupt\` requires unique ids; given more than once: ${twice.join(", ")}`,
      { rule: "duplicate-interrupt", path: "outcome.interrupts", ids: twice },
    );
  }
}

/** What the types say, for those who write agents without them. */
function assertOutcome(outcome: unknown): void {
  const { type, interrupts }: Record<string, unknown> = isPlainObject(outcome) ? outcome : {};
  if (type !== "success" && type !== "interrupt" && type !== "cancelled") {
    throw malformed("outcome", "success(), interrupt([...]), cancelled() or nothing");
  }
  if (type !== "interrupt") return;
  if (!Array.isArray(interrupts)) throw malformed("outcome.interrupts", "a list");
  for (const [index, one] of interrupts.entries()) {
    if (!isPlainObject(one)) throw malformed(`outcome.interrupts[${index}]`, "an interrupt");
  }
}

const malformed = (path: string, expected: string): ProtocolError =>
  new ProtocolError(`RUN_FINISHED: ${path} must be ${expected}`, { rule: "malformed-field", path });

/** The questions that a run stopped on: those of an interrupt outcome, or of a `RUN_FINISHED` that carries one; else none. */
export function interruptsOf(
  value: AgentEvent | RunOutcome | RunFinishedOutcome | undefined,
): readonly Interrupt[] {
  const outcome = value?.type === "RUN_FINISHED" ? value.outcome : value;
  return outcome?.type === "interrupt" ? outcome.interrupts : [];
}
