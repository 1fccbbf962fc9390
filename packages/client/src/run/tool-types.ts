import type { ApprovalsControl } from "../approvals/approvals.ts";
import type { Questions } from "../approvals/batch.ts";
import { refuse } from "../approvals/refuse.ts";
import type { ApprovalItem } from "../approvals/types.ts";
import type { Environment } from "../lib/environment.ts";
import type { ToolCallView } from "../lib/tool-call-view.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import type { ContentPart } from "../protocol/messages.ts";
import type { Tool } from "../protocol/run-input.ts";
import type { ThreadRecord } from "../storage/record.ts";
import type { ThreadStore } from "../thread/store.ts";
import type { RunEnd } from "./types.ts";

/** What came of a call: what the agent reads, and why it failed, where it did. */
export interface ToolOutcome {
  readonly content: string | ContentPart[];
  readonly error?: string;
}

/** What came of a call that a person did not allow. */
export const DECLINED: ToolOutcome = { content: "", error: "The user declined the call." };

/** What a running tool may ask for. */
export interface ToolContext {
  readonly toolCallId: string;
  readonly threadId: string;
  /** Aborted when the run is stopped. */
  readonly signal: AbortSignal;
}

/** A tool that the app offers and answers itself, made by `defineTool`. A plain `Tool` is only offered. */
export interface ClientTool extends Tool {
  /** Whether the app does something at a call; otherwise a person's answer is the result. */
  readonly executes: boolean;
  /** Whether this answer of a person lets it execute. */
  allows(payload: unknown): boolean;
  /** Whether a person must answer first, with consent or with the result itself. */
  asks(call: ToolCallView): boolean;
  /** Answers a closed call; `payload` is what a person answered, where one was asked. Never rejects: a failure is an outcome, too. */
  run(call: ToolCallView, context: ToolContext, payload: unknown): Promise<ToolOutcome>;
  /** Makes the desk of a thread. Comes with the tool, so that an app without tools does not load it. */
  createDesk(context: DeskContext): ToolDesk;
}

/** What a desk needs of its thread. */
export interface DeskContext {
  readonly threadId: string;
  readonly store: ThreadStore;
  /** How often in a row calls may be answered without anybody. */
  readonly maxToolRounds?: number;
  readonly environment: Pick<Environment, "generateId">;
  readonly approvals: Pick<ApprovalsControl, "current" | "put">;
  tools(): readonly Tool[];
  onEvent(listener: (event: AgentEvent) => void): void;
  /** What an earlier page has left: tools may come only with a run. */
  readonly left: OwedCalls;
}

/** A call that asks a person; its id is none of those that the agent's own questions have. */
export type Question = Questions["calls"][number];

/** Calls by id, as a thread keeps them. */
export type OwedCalls = Pick<ThreadRecord, "calls" | "begun">;

/** What tools do before a run. */
export interface ToolWork {
  /** The answers as they came true: a call that was executed was allowed, whatever was answered since. */
  readonly answers: readonly ResumeEntry[] | undefined;
  /** Those of them that go to the agent as they are. */
  readonly resume: readonly ResumeEntry[];
  /** Answers what was taken and what a person decided; undefined where there is nothing to wait for. */
  begin(): Promise<void> | undefined;
  stop(): void;
}

/** Answers calls of the app's own tools with messages on the thread, each call once. */
export interface ToolDesk {
  /**
   * Takes the calls that a run leaves. A call bound to an interrupt is the agent's, as is one of a
   * tool that is not a `ClientTool`. Gives those that ask a person, and whether the thread goes on
   * by itself, which it does only where nobody is asked anything.
   */
  take(end: RunEnd, round: number, warn: OnWarning): { asking: readonly Question[]; goesOn: boolean };
  /** What is to outlive the page. */
  owed(): OwedCalls;
  /** Takes what an earlier page, or another tab, has left, in place of what was known here. */
  owe(owed: OwedCalls): void;
  /**
   * Prepares the work before a run, which carries these answers to these items, or none. Throws
   * `ApprovalError` with code `invalid` for an answer to a tool that the app no longer has.
   */
  work(items: readonly ApprovalItem[], answers: readonly ResumeEntry[] | undefined): ToolWork;
}

export const isClientTool = (tool: Tool): tool is ClientTool => "createDesk" in tool;

/** An answer to a call that nobody here can make reaches nobody; the agent has asked nothing. */
export const refuseOrphan = (id: string): never =>
  refuse("invalid", "No tool here, pass it or decline:", [{ id }]);
