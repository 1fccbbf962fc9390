import type { ToolCallView } from "@holdpoint/client";
import type { FormView } from "@holdpoint/client/form";
import type { ReactElement } from "react";
import { useWords } from "../agent-provider.tsx";
import { JsonView } from "./json-view.tsx";
import { isTelling } from "./question.ts";
import { TimeLeft } from "./time-left.tsx";
import { ToolCallText } from "./tool-call-text.tsx";

/** What a question is about, what will happen, and what a person has to know beside that. */
export const CardAbout = ({ form, detail }: { form: FormView; detail: unknown }): ReactElement => {
  const messages = useWords();
  const { item } = form;
  const isChanged = item.notice === "arguments-changed";
  const { toolCall: call } = item;
  const before = isChanged ? item.toolCallBefore : undefined;
  return (
    <>
      {item.notice && (
        // An answer was taken back under the eyes of whoever gave it.
        <p className="hp-note" data-tone="warning" role={isChanged ? "alert" : undefined}>
          {isChanged ? messages.argumentsChanged : messages.askedAgain}
        </p>
      )}
      {before && <Call call={before} name={messages.toolCallBefore} />}
      {call && <Call call={call} name={before ? messages.toolCallNow : messages.toolCall} />}
      {isTelling(detail, item) && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and a section would be a landmark.
        <div className="hp-call" role="group" aria-label={messages.details}>
          <JsonView value={detail} />
        </div>
      )}
      <TimeLeft form={form} />
      {form.warnings.map((warning) => (
        <p key={warning} className="hp-note">
          {warning}
        </p>
      ))}
    </>
  );
};

/** One call: the one that will run, or beside it the one that was answered before it changed. */
const Call = ({ call, name }: { call: ToolCallView; name: string }): ReactElement => {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and a section would be a landmark.
    <div className="hp-card__call" role="group" aria-label={name}>
      <p className="hp-card__caption">{name}</p>
      <ToolCallText name={call.name} arguments={call.arguments} streaming={call.status === "streaming"} />
    </div>
  );
};
