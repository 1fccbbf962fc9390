"use client";
import { isApprovalError, type ThreadStatus } from "@holdpoint/client";
import { type ReactElement, useRef } from "react";
import { useAfterRender } from "../focus.ts";
import type { Messages } from "../messages.ts";
import type { AgentRun } from "../use-agent-run.ts";
import { useMessages } from "../use-messages.ts";
import { UnknownActions } from "./panel-actions.tsx";
import { drawPart, type Part, rootClass } from "./part.ts";

/** How a thread stands, with the case that nobody knows whether answers arrived. */
export type ShownStatus = ThreadStatus | "unknown";

/** The parts of a {@link RunStatus} that an app may draw itself. */
export interface RunStatusParts {
  /** The sentence. */
  words?: Part<{ readonly status: ShownStatus }>;
  /** Why the run failed or did not start, in the words of whoever said so. */
  error?: Part<{ readonly error: Error }>;
  /** What can be done about it. Beside a panel, which has the same choices in the case `unknown`, give null for that. */
  choices?: Part<{ readonly status: ShownStatus }>;
}

/** Props of {@link RunStatus}. */
export interface RunStatusProps {
  /** What `useAgentRun` gave. */
  run: Pick<AgentRun, "status" | "error" | "approvals" | "run" | "retry" | "dismiss">;
  className?: string;
  /** Keep the object stable. */
  parts?: RunStatusParts;
}

/**
 * Where the run stands, for every way in which it can end, and what can honestly be done about that. Where nobody
 * knows whether the answers arrived: to send them again, or to leave it. Where a run without answers ended
 * badly: to try again. What it says is announced, but not what a panel announces itself.
 */
export function RunStatus({ run, className, parts = {} }: RunStatusProps): ReactElement {
  const messages = useMessages();
  const line = useRef<HTMLParagraphElement>(null);
  const afterRender = useAfterRender();
  const { approvals, error } = run;
  const status = shownStatus(run);
  const isPending = approvals.batch !== null;
  const act = (action: () => unknown) => {
    // The button goes with what it was for.
    afterRender(() => line.current?.focus());
    action();
  };
  // What breaks the protocol is for a developer to read, and what was refused here is said where it was tried.
  const isTelling = (status === "failed" || status === "unstarted") && !isPending && !isApprovalError(error);
  const reason = isTelling ? error : undefined;
  return (
    <div
      className={rootClass("hp-status", className)}
      data-status={status}
      data-tone={TONES[status]}
      aria-live={isPending ? "off" : "polite"}
    >
      <p ref={line} tabIndex={-1} className="hp-status__words">
        {drawPart(parts.words, { status }, wordsOf(status, messages))}
      </p>
      {reason &&
        drawPart(parts.error, { error: reason }, <p className="hp-status__error">{reason.message}</p>)}
      {drawPart(parts.choices, { status }, choicesOf())}
    </div>
  );

  function choicesOf(): ReactElement | null {
    if (status === "unknown") {
      return <UnknownActions run={{ ...run, dismiss: () => act(run.dismiss) }} act={act} />;
    }
    if (isPending || TONES[status] !== "bad") return null;
    return (
      <div className="hp-actions">
        <button type="button" className="hp-button" onClick={() => act(() => void run.run())}>
          {messages.tryAgain}
        </button>
        {status !== "unstarted" && <span className="hp-reason">{messages.mayRepeat}</span>}
      </div>
    );
  }
}

const TONES: Readonly<Record<ShownStatus, "calm" | "busy" | "done" | "hold" | "bad">> = {
  restoring: "busy",
  idle: "calm",
  running: "busy",
  success: "done",
  interrupted: "hold",
  cancelled: "calm",
  failed: "bad",
  rejected: "bad",
  truncated: "bad",
  stopped: "calm",
  unstarted: "bad",
  unknown: "hold",
};

/** A run of another page, or of an earlier one, shows by its batch alone. */
function shownStatus({ status, approvals: { phase } }: RunStatusProps["run"]): ShownStatus {
  if (status === "restoring" || phase === "none" || phase === "accepted") return status;
  if (phase === "submitting") return "running";
  // An edit after a refusal, or nothing that was sent: the run waits again, as it did before.
  return phase === "open" ? "interrupted" : phase;
}

function wordsOf(status: ShownStatus, messages: Messages): string {
  if (status === "unknown") return messages.unknownEnd;
  return messages[statusWords[status]];
}

const statusWords = {
  restoring: "statusRestoring",
  idle: "statusIdle",
  running: "statusRunning",
  success: "statusSuccess",
  interrupted: "statusInterrupted",
  cancelled: "statusCancelled",
  failed: "statusFailed",
  rejected: "statusRejected",
  truncated: "statusTruncated",
  stopped: "statusStopped",
  unstarted: "statusUnstarted",
} as const;
