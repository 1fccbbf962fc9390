import type { AgentEvent, Approvals, RunAgentInput, Warning } from "@holdpoint/client";
import { toText } from "./json.ts";

/** How the stream of a run ended: the agent closed it, this side stopped it, or it broke off. */
export type StreamEnd =
  | { readonly end: "closed" | "stopped" }
  | { readonly end: "failed"; readonly message: string; readonly status?: number };

/** What an event has changed: the state, the list of messages or one message, before it and after. */
export interface Changed {
  readonly what: "state" | "messages";
  readonly before: unknown;
  readonly after: unknown;
}

/** One request, and how its stream ended. Times are milliseconds since the epoch. */
export interface RunEntry {
  readonly key: number;
  readonly run: number;
  readonly at: number;
  /** What was sent; unknown where only the events of a client are heard. */
  readonly input?: RunAgentInput;
  readonly ended?: StreamEnd & { readonly key: number; readonly at: number };
}

/** One object of the stream, and what became of it. */
export interface EventEntry {
  readonly key: number;
  readonly run: number;
  readonly at: number;
  /** As it came, before any stage has seen it. */
  readonly raw: unknown;
  /** What the stages have made of it: nothing where it was dropped or ended the run. */
  readonly applied: readonly AgentEvent[];
  readonly warnings: readonly Warning[];
  readonly changed?: Changed;
}

/** The pending questions after a change. */
export interface PhaseEntry {
  readonly key: number;
  readonly at: number;
  readonly approvals: Approvals;
}

/** A warning, with the thread that it is about where that is known. */
export interface WarningEntry {
  readonly key: number;
  readonly at: number;
  readonly warning: Warning;
  readonly threadId?: string;
  readonly run?: number;
  /** The type of the event that it is about. */
  readonly type?: string;
}

/** How many of the oldest are gone. */
export interface Dropped {
  readonly runs: number;
  readonly events: number;
}

/** What is known of one thread, oldest first. */
export interface JournalView {
  readonly runs: readonly RunEntry[];
  readonly events: readonly EventEntry[];
  readonly phases: readonly PhaseEntry[];
  readonly dropped: Dropped;
}

/** The type of an object as it came, for what has none as well. */
export const typeOf = (raw: unknown): string => toText(Object(raw).type ?? "?");
