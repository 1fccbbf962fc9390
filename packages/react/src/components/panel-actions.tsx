import type { ApprovalPhase } from "@holdpoint/client";
import { type ReactElement, useId, useRef, useState } from "react";
import { useMessages } from "../agent-provider.tsx";
import { useAfterRender } from "../focus.ts";

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
  const reasonId = useId();
  const { phase, total, blocked, failed } = props;
  if (phase === "unknown") return <UnknownActions {...props} />;
  if (phase === "submitting") {
    return props.canStop ? (
      <div className="hp-actions">
        <button type="button" className="hp-button" onClick={props.onStop}>
          {messages.stop}
        </button>
      </div>
    ) : null;
  }
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

/** Sends the answers again or leaves them, which it asks about once. */
function UnknownActions({ onRetry, onLeave }: PanelActionsProps): ReactElement {
  const messages = useMessages();
  const questionId = useId();
  const [leaving, setLeaving] = useState(false);
  const last = useRef<HTMLButtonElement>(null);
  const afterRender = useAfterRender();
  const describedBy = leaving ? questionId : undefined;
  return (
    <div className="hp-actions">
      {leaving && (
        <p id={questionId} className="hp-actions__whole">
          {messages.leaveQuestion}
        </p>
      )}
      <button
        type="button"
        className="hp-button"
        aria-describedby={describedBy}
        onClick={leaving ? onLeave : onRetry}
      >
        {leaving ? messages.leaveConfirm : messages.sendAgain}
      </button>
      <button
        // Another element each time: a new name of the one that has the focus may go unheard.
        key={String(leaving)}
        ref={last}
        type="button"
        className={leaving ? "hp-button" : "hp-link"}
        aria-describedby={describedBy}
        onClick={() => {
          setLeaving(!leaving);
          afterRender(() => last.current?.focus());
        }}
      >
        {leaving ? messages.leaveCancel : messages.leave}
      </button>
    </div>
  );
}
