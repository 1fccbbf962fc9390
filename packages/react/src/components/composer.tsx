"use client";
import { isApprovalError } from "@holdpoint/client";
import { type FormEvent, type KeyboardEvent, type ReactElement, useId, useRef, useState } from "react";
import { useAfterRender } from "../focus.ts";
import type { Messages } from "../messages.ts";
import type { AgentRun } from "../use-agent-run.ts";
import { useMessages } from "../use-messages.ts";
import { DeclinePreview } from "./decline-preview.tsx";
import { isElsewhere, misuseWords } from "./panel-words.ts";
import { drawPart, type Part, rootClass } from "./part.ts";

/** The parts of a {@link Composer} that an app may draw itself. */
export interface ComposerParts {
  /** What stands above the field, such as suggestions; nothing unless given. `write` puts a text into the field. */
  above?: Part<{ readonly write: (text: string) => void }>;
  /** The button that sends, and the one that stops a run. `blocked` says why nothing can be sent now. */
  send?: Part<{ readonly blocked: string | undefined; readonly submit: () => void }>;
  stop?: Part<{ readonly stop: () => void }>;
  /** Why nothing can be sent now, with the way past the pending questions. */
  blocked?: Part<{ readonly reason: string }>;
}

/** Props of {@link Composer}. */
export interface ComposerProps {
  /** What `useAgentRun` gave. */
  run: Pick<AgentRun, "send" | "stop" | "status" | "approvals" | "forms" | "error">;
  className?: string;
  /** Keep the object stable. */
  parts?: ComposerParts;
}

/**
 * A field to write to the agent: Enter sends, Shift and Enter begins a line; what confirms a character of an
 * input method sends nothing. While questions are pending nothing is sent, and the reason stands there; a
 * person may choose to decline them all with the message, after seeing what that declines. A text that was
 * refused comes back into the field.
 */
export function Composer({ run, className, parts = {} }: ComposerProps): ReactElement {
  const messages = useMessages();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const afterRender = useAfterRender();
  const [text, setText] = useState("");
  // The batch whose declining is looked at, and whether sending was tried in vain.
  const [previewed, setPreviewed] = useState<string | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const { approvals, forms, status } = run;
  const blocked = blockedWords(run, messages);
  const isEmpty = text.trim() === "";
  if (isRefused && !blocked) setIsRefused(false);
  const canDecline =
    approvals.batch !== null && /^(open|failed)$/.test(approvals.phase) && status !== "running";
  const isPreviewed = canDecline && previewed === approvals.batch;
  const misuse = isApprovalError(run.error) && !blocked ? misuseWords(run.error, messages) : undefined;

  const focusField = () => afterRender(() => field.current?.focus());
  const send = async (options?: { pending: "decline" }) => {
    setText("");
    setPreviewed(null);
    focusField();
    const end = await run.send(text.trim(), options);
    // It is not on the thread, so it must not be lost; what was written since stays, too.
    if (!end) setText((since) => (since === "" ? text : `${text}\n${since}`));
  };
  const submit = () => {
    if (isEmpty) return;
    if (blocked) setIsRefused(true);
    else void send();
  };

  const hintId = `${id}-hint`;
  const describedBy = blocked ? hintId : undefined;
  return (
    <div className={rootClass("hp-composer", className)} data-blocked={blocked ? "" : undefined}>
      {drawPart(parts.above, { write: setText }, null)}
      <form
        className="hp-composer__form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
      >
        <label htmlFor={`${id}-field`} className="hp-unseen">
          {messages.composerLabel}
        </label>
        <textarea
          ref={field}
          id={`${id}-field`}
          className="hp-input hp-composer__field"
          rows={1}
          value={text}
          placeholder={messages.composerPlaceholder}
          enterKeyHint="send"
          aria-describedby={describedBy}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return;
            event.preventDefault();
            submit();
          }}
        />
        {status === "running" &&
          drawPart(
            parts.stop,
            { stop: run.stop },
            <button
              type="button"
              className="hp-button"
              onClick={() => {
                focusField();
                run.stop();
              }}
            >
              {messages.stop}
            </button>,
          )}
        {drawPart(
          parts.send,
          { blocked, submit },
          <button
            type="submit"
            className="hp-button hp-button--primary"
            // Never `disabled`: pressing it says why, and the focus is not lost.
            aria-disabled={blocked !== undefined || isEmpty || undefined}
            aria-describedby={describedBy}
          >
            {messages.composerSend}
          </button>,
        )}
      </form>
      {misuse && (
        <p className="hp-note" data-tone="error" role="alert">
          {misuse}
        </p>
      )}
      {blocked &&
        drawPart(
          parts.blocked,
          { reason: blocked },
          <div className="hp-composer__blocked">
            {/* Another element once it was tried, since what stands there already is not said again. */}
            <p
              key={String(isRefused)}
              id={hintId}
              className="hp-reason"
              role={isRefused ? "alert" : undefined}
            >
              {blocked}
            </p>
            {canDecline && !isPreviewed && (
              <button
                type="button"
                className="hp-link"
                aria-disabled={isEmpty || undefined}
                onClick={() => (isEmpty ? field.current?.focus() : setPreviewed(approvals.batch))}
              >
                {messages.declineInstead}
              </button>
            )}
          </div>,
        )}
      {isPreviewed && (
        <DeclinePreview
          forms={forms}
          onConfirm={() => void send({ pending: "decline" })}
          onCancel={() => {
            setPreviewed(null);
            focusField();
          }}
        />
      )}
    </div>
  );
}

/** Enter by itself. Safari tells of the Enter that ends a composition after that has ended, by its code alone. */
function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return key === "Enter" && !shiftKey && !nativeEvent.isComposing && nativeEvent.keyCode !== 229;
}

/** Why no message can go out now. */
function blockedWords({ status, approvals }: ComposerProps["run"], messages: Messages): string | undefined {
  const { phase, batch, counts, error } = approvals;
  if (status === "restoring") return messages.composerRestoring;
  if (phase === "submitting" && isElsewhere(error)) return messages.sendingElsewhere;
  if (status === "running" || phase === "submitting") return messages.composerRunning;
  if (phase === "unknown") return messages.composerUnknown;
  return batch === null ? undefined : messages.composerPending(counts.total);
}
