import type { ThreadStatus } from "@holdpoint/client";
import type { AgentRun } from "@holdpoint/react";

const WORDS: Readonly<Record<ThreadStatus, string>> = {
  restoring: "Looking for what was kept.",
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

/** For what another page, or another tab, has run. */
const LEFT = "Nothing is running now.";

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

/** Where the run stands, in words. */
export function RunStatus({ run }: { run: AgentRun }) {
  const { approvals, error, messages } = run;
  // The panel is there: it speaks for itself and shows what went wrong.
  const paused = approvals.items.length > 0;
  const shown = paused ? pausedStatus(run) : run.status;
  return (
    <div className="run-status" data-tone={TONES[shown]} aria-live={paused ? "off" : "polite"}>
      <p data-testid="run-status" data-status={shown}>
        {shown === "idle" && messages.length > 0 ? LEFT : WORDS[shown]}
      </p>
      {error && !paused && <p className="run-error">{error.message}</p>}
    </div>
  );
}

/** A run of another page, or of an earlier one, shows by its batch alone. */
function pausedStatus({ status, approvals: { phase } }: AgentRun): ThreadStatus {
  if (phase === "submitting") return "running";
  if (phase === "unknown" && status === "interrupted") return "truncated";
  // An edit after the refusal: the run waits again, as it did before.
  return status === "failed" && phase === "open" ? "interrupted" : status;
}
