import type { RunAgentInput } from "../protocol/run-input.ts";
import { isRecord } from "../protocol/trust.ts";

/** Receives the events of one run; the observer of an rxjs `Observable`. */
export interface EventObserver {
  next(event: unknown): void;
  error(error: unknown): void;
  complete(): void;
}

/** The part of an rxjs `Observable` that is used. */
export interface EventObservable {
  subscribe(observer: EventObserver): { unsubscribe(): void };
}

/**
 * The part of an agent of `@ag-ui/client` that is used: every `AbstractAgent` has it. An app may hold
 * several copies of that package, whose classes are not assignable to each other; they all are to this.
 */
export interface AgUiAgent {
  run(input: RunAgentInput): EventObservable;
  /** An agent of the same kind that shares no run with this one. */
  clone(): unknown;
  abortRun(): unknown;
}

/** What a middleware is given as the rest of the chain. */
export interface NextAgent {
  run(input: RunAgentInput): EventObservable;
  readonly messages: unknown;
  readonly state: unknown;
}

/** One link of the chain that `agent.use()` makes. */
export interface Middleware {
  run(input: RunAgentInput, next: NextAgent): EventObservable;
}

const hasMethods = (value: unknown, names: readonly string[]): boolean =>
  isRecord(value) && names.every((name) => typeof value[name] === "function");

export const isAgUiAgent = (value: unknown): value is AgUiAgent =>
  hasMethods(value, ["run", "clone", "abortRun"]);

export const isMiddleware = (value: unknown): value is Middleware => hasMethods(value, ["run"]);
