import { type ReactElement, useId, useRef, useState } from "react";
import { useWords } from "../agent-provider.tsx";
import { useAfterRender } from "../focus.ts";
import { approvalsOf } from "../lib/approvals-of.ts";
import type { AgentRun } from "../use-agent-run.ts";
import { sendWords } from "./panel-words.ts";

/** What the panel's own buttons need. */
export interface PanelActionsProps {
  run: Pick<AgentRun, "approvals" | "forms" | "retry" | "dismiss" | "stop">;
  /** How many questions keep the answers from being sent. */
  blocked: number;
  canStop: boolean;
  onSend(): void;
  /** Does what changes where the batch stands, and leads the focus to the words that say so. */
  act(action: () => unknown): void;
}

/** The buttons for the batch as a whole. */
export const PanelActions = (props: PanelActionsProps): ReactElement | null => {
  const messages = useWords();
  const reasonId = useId();
  const { run, blocked, act } = props;
  const { phase, counts } = run.approvals;
  if (phase === "unknown") return <UnknownActions {...props} />;
  if (phase === "submitting") {
    return props.canStop ? (
      <div className="hp-actions">
        <button type="button" className="hp-button" onClick={() => act(run.stop)}>
          {messages.stop}
        </button>
      </div>
    ) : null;
  }
  const isBlocked = blocked > 0;
  const approvals = approvalsOf(run.forms);
  return (
    <div className="hp-send">
      <div className="hp-actions">
        {/* Never `disabled`: pressing it leads to what is missing. */}
        <button
          type="button"
          className="hp-button hp-button--primary"
          aria-disabled={isBlocked}
          aria-describedby={isBlocked ? reasonId : undefined}
          onClick={props.onSend}
        >
          {sendWords(run.approvals, messages)}
        </button>
        {isBlocked && (
          <span id={reasonId} className="hp-reason">
            {messages.stillOpen(blocked)}
          </span>
        )}
      </div>
      {approvals && (
        <button
          type="button"
          className="hp-link"
          onClick={() => act(() => approvals.map((approval) => approval.run()))}
        >
          {messages.approveAll}
        </button>
      )}
      {counts.total > 1 && (
        <button
          type="button"
          className="hp-link"
          onClick={() => act(() => run.forms.map((form) => form.decline()))}
        >
          {messages.declineAll}
        </button>
      )}
    </div>
  );
};

/** Sends the answers again or leaves them, which it asks about once. */
export const UnknownActions = ({
  run,
  act,
}: Pick<PanelActionsProps, "act"> & { run: Pick<AgentRun, "retry" | "dismiss"> }): ReactElement => {
  const messages = useWords();
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
        onClick={leaving ? run.dismiss : () => act(run.retry)}
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
};
