import type { FormView } from "@holdpoint/client/form";
import type { ReactElement } from "react";
import { useWords } from "../agent-provider.tsx";
import { answerId } from "./error-summary.tsx";

/**
 * The buttons of one question. Those that answer are equal; declining comes after them, as text,
 * where none of them declines already.
 */
export const CardActions = ({
  form,
  cardId,
  hasDone,
  missed,
  describedBy,
  onAnswer,
}: {
  form: FormView;
  cardId: string;
  /** Whether the fields have a button of their own. */
  hasDone: boolean;
  /** Send was pressed while the question was open. */
  missed: boolean | undefined;
  /** The id of the question, since many cards have a button of the same name. */
  describedBy: string;
  /** A button was pressed; where its answer was refused, its errors show. */
  onAnswer(accepted: boolean): void;
}): ReactElement => {
  const messages = useWords();
  const { expired } = form.item;
  const actions = expired ? [] : form.actions;
  const faultId = missed && actions.length > 0 ? `${cardId}-fault` : undefined;
  const shared = {
    type: "button",
    disabled: form.disabled,
    "aria-describedby": faultId ? `${describedBy} ${faultId}` : describedBy,
  } as const;
  return (
    <div id={answerId(cardId)} className="hp-actions">
      {faultId && (
        <p id={faultId} className="hp-field__error hp-actions__whole">
          {messages.unanswered}
        </p>
      )}
      {actions.map((action) => (
        <button
          key={action.id}
          {...shared}
          className="hp-button hp-button--choice"
          aria-pressed={action.selected}
          onClick={() => onAnswer(action.run())}
        >
          {messages[action.id]}
        </button>
      ))}
      {hasDone && !expired && actions.length === 0 && form.fields.length > 0 && (
        <button {...shared} className="hp-button" onClick={() => onAnswer(form.commit())}>
          {messages.done}
        </button>
      )}
      {!actions.some((action) => action.declines) && (
        <button
          {...shared}
          className="hp-link"
          onClick={() => {
            form.decline();
            onAnswer(true);
          }}
        >
          {expired ? messages.declineExpired : messages.decline}
        </button>
      )}
    </div>
  );
};
