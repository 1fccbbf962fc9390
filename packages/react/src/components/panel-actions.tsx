import type { ApprovalPhase } from "@holdpoint/client";
import { type ReactElement, useId, useState } from "react";
import { useMessages } from "../agent-provider.tsx";
import { focusInto, useAfterRender } from "../focus.ts";

/** What the panel's own buttons need. */
export interface PanelActionsProps {
  phase: ApprovalPhase;
  total: number;
  /** How many questions keep the answers from being sent. */
  blocked: number;
  /** The answers did not leave last time. */
  failed: boolean;
  canStop: boolean;
  onSend(): void;
  onDeclineAll(): void;
  onStop(): void;
  onRetry(): void;
  onLeave(): void;
}

/** The buttons for the batch as a whole. */
export function PanelActions(props: PanelActionsProps): ReactElement | null {
  const messages = useMessages();
  if (props.phase === "unknown") return <UnknownActions {...props} />;
  if (props.phase !== "submitting") return <SendActions {...props} />;
  return props.canStop ? (
    <div className="hp-actions">
      <button type="button" className="hp-button" onClick={props.onStop}>
        {messages.stop}
      </button>
    </div>
  ) : null;
}

function SendActions(props: PanelActionsProps): ReactElement {
  const messages = useMessages();
  const reasonId = useId();
  const { phase, total, blocked, failed } = props;
  const again = phase === "failed" ? messages.sendAgain : messages.tryAgain;
  return (
    <div className="hp-send">
      <div className="hp-actions">
        {/* Never `disabled`: pressing it leads to what is missing. */}
        <button
          type="button"
          className="hp-button hp-button--primary"
          aria-disabled={blocked > 0 || undefined}
          aria-describedby={blocked > 0 ? reasonId : undefined}
          onClick={props.onSend}
        >
          {failed && blocked === 0 ? again : messages.send(total)}
        </button>
        {blocked > 0 && (
          <span id={reasonId} className="hp-reason">
            {messages.stillOpen(blocked)}
          </span>
        )}
      </div>
      {total > 1 && (
        <button type="button" className="hp-link" onClick={props.onDeclineAll}>
          {messages.declineAll}
        </button>
      )}
    </div>
  );
}

function UnknownActions({ onRetry, onLeave }: PanelActionsProps): ReactElement {
  const messages = useMessages();
  const questionId = useId();
  const [leaving, setLeaving] = useState(false);
  const afterRender = useAfterRender();
  const ask = (next: boolean, buttonId: string) => {
    setLeaving(next);
    afterRender(() => {
      const button = document.getElementById(buttonId);
      focusInto(button);
      return button !== null;
    });
  };
  const leaveId = `${questionId}-leave`;
  const keepId = `${questionId}-keep`;
  return leaving ? (
    <div className="hp-actions">
      <p id={questionId} className="hp-actions__whole">
        {messages.leaveQuestion}
      </p>
      <button type="button" className="hp-button" aria-describedby={questionId} onClick={onLeave}>
        {messages.leaveConfirm}
      </button>
      <button
        id={keepId}
        type="button"
        className="hp-button"
        aria-describedby={questionId}
        onClick={() => ask(false, leaveId)}
      >
        {messages.leaveCancel}
      </button>
    </div>
  ) : (
    <div className="hp-actions">
      <button type="button" className="hp-button" onClick={onRetry}>
        {messages.sendAgain}
      </button>
      <button id={leaveId} type="button" className="hp-link" onClick={() => ask(true, keepId)}>
        {messages.leave}
      </button>
    </div>
  );
}
