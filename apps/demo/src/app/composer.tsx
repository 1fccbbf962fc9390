import { type FormEvent, useId, useState } from "react";

export interface ComposerProps {
  prompts: readonly string[];
  started: boolean;
  /** Why nothing can be sent now. */
  blocked: "answers" | "run" | undefined;
  onSend: (text: string) => void;
  onStop: () => void;
}

/** Starts the story or says something else. Buttons stay focusable while blocked, so that focus is never lost. */
export function Composer({ prompts, started, blocked, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState("");
  const field = useId();
  const hint = useId();

  function submit(event: FormEvent): void {
    event.preventDefault();
    const trimmed = text.trim();
    if (blocked || trimmed === "") return;
    setText("");
    onSend(trimmed);
  }

  return (
    <section className="composer" data-blocked={blocked} aria-label="Write to the agent">
      <div className="prompts">
        {prompts.map((prompt, index) => (
          <button
            key={prompt}
            type="button"
            className={index === 0 && !started ? "button primary" : "button"}
            aria-disabled={blocked !== undefined}
            aria-describedby={blocked && hint}
            onClick={() => blocked === undefined && onSend(prompt)}
          >
            {prompt}
          </button>
        ))}
        {blocked === "run" && (
          <button type="button" className="button composer-stop" onClick={onStop}>
            Stop
          </button>
        )}
      </div>
      <form onSubmit={submit}>
        <label htmlFor={field} className="visually-hidden">
          Message to the agent
        </label>
        <input
          id={field}
          value={text}
          autoComplete="off"
          enterKeyHint="send"
          placeholder="Or write to the agent"
          aria-describedby={blocked && hint}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" className="button" aria-disabled={blocked !== undefined || text.trim() === ""}>
          Send
        </button>
      </form>
      {blocked && (
        <p id={hint} className="composer-hint">
          {blocked === "answers"
            ? "The agent waits for the answers above; a message can go out after them."
            : "The agent is working; a message can go out when it is done."}
        </p>
      )}
    </section>
  );
}
