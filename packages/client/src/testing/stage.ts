import type { Emitter } from "../agent/emitter.ts";
import { jsonCopy } from "../agent/json.ts";
import { createOpenItems } from "../agent/open-items.ts";
import type { RunOutcome } from "../agent/outcome.ts";
import { createRunContext, type RunContext } from "../agent/run-context.ts";
import { toRunFinished } from "../agent/terminal-event.ts";
import { defined } from "../lib/defined.ts";
import { applyPatch } from "../lib/json-patch.ts";
import type { AgentEvent, EventOf, TokenUsage } from "../protocol/events.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { PROTOCOL_VERSION } from "../protocol/version.ts";
import { createJudge } from "./judge.ts";

/** What a script may know of the run that it is for. */
export interface ScriptedRun
  extends Pick<
    RunContext<unknown>,
    | "input"
    | "threadId"
    | "runId"
    | "messages"
    | "lastUserText"
    | "isResume"
    | "resume"
    | "resumeFor"
    | "signal"
  > {
  /** The state as the run has left it so far. */
  readonly state: unknown;
}

/** How a run, or a subagent's part of it, ends. */
export type Ending = (
  | { readonly kind: "finished"; readonly outcome: RunOutcome }
  | { readonly kind: "failed"; readonly message: string; readonly code?: string | undefined }
  /** The stream ends here, with an error where there is one. */
  | { readonly kind: "broken"; readonly error?: unknown }
) & {
  /** A part of the run has ended it: what comes after that part does not play. */
  readonly isInner?: boolean;
};

/** Where the steps of one run play: takes what they send, and gives it away moment by moment. */
export interface Stage extends Emitter {
  readonly run: ScriptedRun;
  /** The subagent whose events are sent; none is the agent itself. */
  owner: string | undefined;
  /** Sends an event for its owner. Throws `ProtocolError` for one that breaks the protocol. */
  send(event: AgentEvent): void;
  /** Sends anything. From here on nothing is judged. */
  sendRaw(object: unknown): void;
  /** Adds to the usage that the end of the run reports. */
  use(usage: readonly TokenUsage[]): void;
  /** An id of this run: `{runId}-{kind}-{n}`, from 1. */
  nextId(kind: string): string;
  begin(): void;
  /** Closes what is open and ends the run. */
  end(ending: Exclude<Ending, { kind: "broken" }>): void;
  /** All that was sent since it was last taken. */
  take(): readonly unknown[];
}

type Attributed = Extract<AgentEvent, { subagentRunId?: string }>;

const isAttributed = (event: AgentEvent): event is Exclude<Attributed, { type: `SUBAGENT_${string}` }> =>
  !/^(RUN|SUBAGENT|MESSAGES)_/.test(event.type);

/** Creates the stage of one run. */
export function createStage(input: RunAgentInput, signal: AbortSignal): Stage {
  const items = createOpenItems();
  const counts = new Map<string, number>();
  let judge: ((event: AgentEvent) => void) | undefined = createJudge(input.threadId);
  let sent: unknown[] = [];
  let usages: readonly TokenUsage[] = [];
  let owner: string | undefined;
  let state: unknown = jsonCopy(input.state ?? {});

  function send(given: AgentEvent): void {
    const owned = owner !== undefined && isAttributed(given) ? { subagentRunId: owner, ...given } : given;
    const event: AgentEvent = jsonCopy(owned);
    judge?.(event);
    items.note(event);
    if (event.type === "STATE_SNAPSHOT") state = event.snapshot;
    if (event.type === "STATE_DELTA") {
      const patched = applyPatch(state, event.delta);
      if (patched.ok) state = patched.document;
    }
    sent.push(event);
  }

  const emitter: Emitter = { send, assertRunning() {}, watch: items.watch };
  const { threadId, runId, messages, lastUserText, isResume, resume, resumeFor } = createRunContext<unknown>(
    input,
    { ...emitter, emit: send, signal, drained: async () => {} },
  );
  const run: ScriptedRun = {
    ...{ input, threadId, runId, messages, lastUserText, isResume, resume, resumeFor, signal },
    get state() {
      return state;
    },
  };

  return {
    ...emitter,
    run,
    get owner() {
      return owner;
    },
    set owner(id) {
      owner = id;
    },
    sendRaw(object) {
      judge = undefined;
      sent.push(object);
    },
    use(more) {
      usages = [...usages, ...more];
    },
    nextId(kind) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return `${runId}-${kind}-${count}`;
    },
    begin() {
      const { parentRunId } = input;
      send(
        defined<EventOf<"RUN_STARTED">>({
          type: "RUN_STARTED",
          threadId,
          runId,
          protocolVersion: PROTOCOL_VERSION,
          parentRunId,
        }),
      );
    },
    end(ending) {
      owner = undefined;
      const usage = usages.length > 0 ? [...usages] : undefined;
      usages = [];
      const terminal =
        ending.kind === "finished"
          ? defined<EventOf<"RUN_FINISHED">>({
              ...toRunFinished(input, ending.outcome, items.unansweredCalls()),
              usage,
            })
          : defined<EventOf<"RUN_ERROR">>({
              type: "RUN_ERROR",
              message: ending.message,
              code: ending.code,
              usage,
            });
      for (const closer of items.closers(ending.kind)) send(closer);
      send(terminal);
    },
    take() {
      const taken = sent;
      sent = [];
      return taken;
    },
  };
}
