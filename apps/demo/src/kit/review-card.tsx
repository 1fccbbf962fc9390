import { describeInterrupt } from "@holdpoint/client";
import {
  type CardRule,
  type CardRuleProps,
  ExpiryNotice,
  InterruptForm,
  ToolCallReview,
  useMessages,
} from "@holdpoint/react";

/** A card of this app's own, for calls: what will run, what was changed in it, and two buttons. */
function ReviewCard({ form, id, missed, destructive }: CardRuleProps & { destructive: boolean }) {
  const messages = useMessages();
  const { item } = form;
  const edited = typeof form.values === "object" && form.values !== null && "editedArgs" in form.values;
  return (
    <article className="hp-part hp-card" aria-labelledby={`${id}-question`} data-status={item.status}>
      <h3 id={`${id}-question`} className="hp-card__question">
        {describeInterrupt(item).question}
      </h3>
      {item.toolCall && (
        <ToolCallReview
          call={item.toolCall}
          destructive={destructive}
          {...(edited && { edited: Reflect.get(Object(form.values), "editedArgs") })}
        />
      )}
      <ExpiryNotice expiresAt={form.disabled ? null : item.expiresAt} silent />
      <InterruptForm form={form} />
      <div className="hp-actions">
        {missed && <p className="hp-field__error hp-actions__whole">{messages.unanswered}</p>}
        {form.actions.map((action) => (
          <button
            key={action.id}
            type="button"
            className="hp-button hp-button--choice"
            disabled={form.disabled || item.expired}
            aria-pressed={action.selected}
            aria-describedby={`${id}-question`}
            onClick={() => action.run()}
          >
            {messages[action.id]}
          </button>
        ))}
        {!form.actions.some(({ declines }) => declines) && (
          <button
            type="button"
            className="hp-link"
            disabled={form.disabled}
            aria-pressed={item.status === "declined"}
            aria-describedby={`${id}-question`}
            onClick={() => form.decline()}
          >
            {messages.decline}
          </button>
        )}
      </div>
    </article>
  );
}

export const reviewCards: readonly CardRule[] = [
  { tool: "delete_customers", render: (props) => <ReviewCard {...props} destructive /> },
  { tool: "send_mail", render: (props) => <ReviewCard {...props} destructive={false} /> },
];
