import type { ThreadStatus } from "@holdpoint/client";

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
  unstarted: "Not started. Nothing came back from the server.",
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
  /** The panel is there: it speaks for itself and shows what went wrong. */
  paused: boolean;
}

/** Where the run stands, in words. */
export function RunStatus({ status, error, paused }: RunStatusProps) {
  return (
    <div className="run-status" data-tone={TONES[status]} aria-live={paused ? "off" : "polite"}>
      <p data-testid="run-status" data-status={status}>
        {WORDS[status]}
      </p>
      {error && !paused && <p className="run-error">{error.message}</p>}
    </div>
  );
}
