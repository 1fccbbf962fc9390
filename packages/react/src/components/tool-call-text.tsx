"use client";
import type { ReactElement } from "react";
import { useMessages } from "../agent-provider.tsx";
import { entriesOf, parseJson, toText } from "./json-text.ts";

/** Props of {@link ToolCallText}. */
export interface ToolCallTextProps {
  name: string;
  /** The argument text as it came, usually JSON. */
  arguments: string;
  /** More of the text may still come. */
  streaming?: boolean;
}

/** A tool call as text: its name, and its arguments one below the other. */
export function ToolCallText({ name, arguments: text, streaming = false }: ToolCallTextProps): ReactElement {
  return (
    <div className="hp-call">
      <code className="hp-call__name">{name}</code>
      {streaming ? text && <pre className="hp-call__text">{text}</pre> : <Arguments text={text} />}
    </div>
  );
}

function Arguments({ text }: { text: string }): ReactElement {
  const messages = useMessages();
  const parsed = parseJson(text);
  const entries = parsed && entriesOf(parsed.value);
  if (text.trim() === "" || entries?.length === 0) {
    return <p className="hp-call__note">{messages.noArguments}</p>;
  }
  if (entries) {
    return (
      <dl className="hp-call__arguments">
        {entries.map(([key, value]) => (
          <div key={key} className="hp-call__argument">
            <dt>{key}</dt>
            <dd data-type={typeof value}>{toText(value)}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <>
      {!parsed && <p className="hp-call__note">{messages.argumentsUnreadable}</p>}
      <pre className="hp-call__text">{parsed ? toText(parsed.value) : text}</pre>
    </>
  );
}
