import type { ApprovalPhase, ThreadStatus } from "@holdpoint/client";

const WORDS: Readonly<Record<ThreadStatus, string>> = {
  restoring: "Reading the stored thread.",
  idle: "Nothing has run yet.",
  running: "The agent is working.",
  success: "Finished. The agent reported success.",
  interrupted: "Paused. The agent is waiting for you.",
  cancelled: "Called off. The agent ended the run without finishing.",
  failed: "Failed. The agent reported an error.",
  rejected: "Refused. The stream broke the protocol, so it was not taken further.",
  truncated: "Broken off. The stream ended early; whether the agent finished is not known.",
  stopped: "Stopped. You ended the run.",
  unstarted: "Not started. No run came back from the server.",
};

const TONES: Readonly<Record<ThreadStatus, "calm" | "busy" | "done" | "hold" | "bad">> = {
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
};

export interface RunStatusProps {
  status: ThreadStatus;
  error: Error | undefined;
  phase: ApprovalPhase;
  /** The panel is there: it speaks for itself and shows what went wrong. */
  paused: boolean;
}

/** Where the run stands, in words. */
export function RunStatus({ status, error, phase, paused }: RunStatusProps) {
  // An edit after the refusal: the run waits again, as it did before.
  const shown = status === "failed" && paused && phase === "open" ? "interrupted" : status;
  return (
    <div className="run-status" data-tone={TONES[shown]} aria-live={paused ? "off" : "polite"}>
      <p data-testid="run-status" data-status={shown}>
        {WORDS[shown]}
      </p>
      {error && !paused && <p className="run-error">{error.message}</p>}
    </div>
  );
}
