import type { FormView } from "@holdpoint/client/form";
import type { ReactElement } from "react";
import { useMessages } from "../agent-provider.tsx";

/** What a person has to know beside the question. */
export function CardNotes({ form }: { form: FormView }): ReactElement {
  const messages = useMessages();
  const { item } = form;
  return (
    <>
      {item.expired && (
        <p className="hp-note" data-tone="warning" suppressHydrationWarning>
          {messages.expired(item.expiresAt === null ? null : new Date(item.expiresAt))}
        </p>
      )}
      {item.notice && (
        <p className="hp-note" data-tone="warning">
          {item.notice === "asked-again" ? messages.askedAgain : messages.argumentsChanged}
        </p>
      )}
      {form.warnings.map((warning) => (
        <p key={warning} className="hp-note">
          {warning}
        </p>
      ))}
    </>
  );
}
