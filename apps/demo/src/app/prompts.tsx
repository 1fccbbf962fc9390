export interface PromptsProps {
  prompts: readonly string[];
  started: boolean;
  /** Nothing can be sent now; the field below says why. */
  blocked: boolean;
  onSend: (text: string) => void;
}

/** What to say in one press. The buttons stay focusable while blocked, so that focus is never lost. */
export function Prompts({ prompts, started, blocked, onSend }: PromptsProps) {
  return (
    <div className="prompts">
      {prompts.map((prompt, index) => (
        <button
          key={prompt}
          type="button"
          className={index === 0 && !started ? "button primary" : "button"}
          aria-disabled={blocked || undefined}
          onClick={() => blocked || onSend(prompt)}
        >
          {prompt}
        </button>
      ))}
    </div>
  );
}
