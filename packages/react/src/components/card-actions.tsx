import type { FormView } from "@holdpoint/client/form";
import type { ReactElement } from "react";
import { useMessages } from "../agent-provider.tsx";
import { answerId } from "./error-summary.tsx";

/**
 * The buttons of one question. Those that answer are equal; declining comes after them, as text,
 * where none of them declines already.
 */
export function CardActions({
  form,
  cardId,
  hasDone,
  unanswered,
  describedBy,
  onSettle,
  onFault,
}: {
  form: FormView;
  cardId: string | undefined;
  /** Whether the fields have a button of their own. */
  hasDone: boolean;
  /** Send was pressed before any of the buttons was. */
  unanswered: boolean;
  /** The id of the question, since many cards have a button of the same name. */
  describedBy: string;
  /** An answer was given by a button. */
  onSettle(): void;
  /** An answer was refused; its errors show. */
  onFault(): void;
}): ReactElement {
  const messages = useMessages();
  const { expired } = form.item;
  const faultId = `${describedBy}-fault`;
  const shared = { type: "button", disabled: form.disabled, "aria-describedby": describedBy } as const;
  return (
    <div className="hp-actions" data-invalid={unanswered || undefined}>
      {unanswered && (
        <p id={faultId} className="hp-field__error hp-actions__whole">
          {messages.unanswered}
        </p>
      )}
      {!expired &&
        form.actions.map((action, index) => (
          <button
            key={action.id}
            {...shared}
            id={cardId !== undefined && index === 0 ? answerId(cardId) : undefined}
            className="hp-button hp-button--choice"
            aria-describedby={unanswered ? `${describedBy} ${faultId}` : describedBy}
            aria-pressed={action.selected}
            onClick={() => (action.run() ? onSettle() : onFault())}
          >
            {messages[action.id]}
          </button>
        ))}
      {hasDone && !expired && form.actions.length === 0 && form.fields.length > 0 && (
        <button {...shared} className="hp-button" onClick={() => (form.commit() ? onSettle() : onFault())}>
          {messages.done}
        </button>
      )}
      {(expired || !form.actions.some((action) => action.declines)) && (
        <button
          {...shared}
          className="hp-link"
          onClick={() => {
            form.decline();
            onSettle();
          }}
        >
          {expired ? messages.declineExpired : messages.decline}
        </button>
      )}
    </div>
  );
}
