import type { ApprovalItem, ToolCallView } from "@holdpoint/client";
import type { FormView } from "@holdpoint/client/form";
import type { ReactElement } from "react";
import { useMessages } from "../agent-provider.tsx";
import { JsonView } from "./json-view.tsx";
import { expiredWords, isTelling } from "./question.ts";
import { TimeLeft } from "./time-left.tsx";
import { ToolCallText } from "./tool-call-text.tsx";

/** What a question is about, what will happen, and what a person has to know beside that. */
export function CardAbout({ form, detail }: { form: FormView; detail: unknown }): ReactElement {
  const messages = useMessages();
  const { item } = form;
  return (
    <>
      {item.notice && (
        <p
          className="hp-note"
          data-tone="warning"
          // An answer was taken back under the eyes of whoever gave it.
          role={item.notice === "arguments-changed" ? "alert" : undefined}
        >
          {item.notice === "asked-again" ? messages.askedAgain : messages.argumentsChanged}
        </p>
      )}
      <Calls item={item} />
      {isTelling(detail, item) && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and a section would be a landmark.
        <div className="hp-call" role="group" aria-label={messages.details}>
          <JsonView value={detail} />
        </div>
      )}
      {item.expired ? (
        <p className="hp-note" data-tone="warning" suppressHydrationWarning>
          {expiredWords(item, messages)}
        </p>
      ) : (
        item.expiresAt !== null && !form.disabled && <TimeLeft at={item.expiresAt} />
      )}
      {form.warnings.map((warning) => (
        <p key={warning} className="hp-note">
          {warning}
        </p>
      ))}
    </>
  );
}

/** The call that a question is about; beside what it was, where that has been answered. */
function Calls({ item }: { item: ApprovalItem }): ReactElement | null {
  const messages = useMessages();
  const { toolCall, toolCallBefore } = item;
  if (!toolCall) return null;
  if (item.notice !== "arguments-changed" || !toolCallBefore) {
    return <Call call={toolCall} name={messages.toolCall} />;
  }
  return (
    <>
      <Call call={toolCallBefore} name={messages.toolCallBefore} isNameShown />
      <Call call={toolCall} name={messages.toolCallNow} isNameShown />
    </>
  );
}

function Call({
  call,
  name,
  isNameShown = false,
}: {
  call: ToolCallView;
  name: string;
  isNameShown?: boolean;
}): ReactElement {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and a section would be a landmark.
    <div className="hp-card__call" role="group" aria-label={name}>
      {isNameShown && <p className="hp-card__caption">{name}</p>}
      <ToolCallText name={call.name} arguments={call.arguments} streaming={call.status === "streaming"} />
    </div>
  );
}
