"use client";
import type { ReactElement } from "react";
import { useMessages } from "../agent-provider.tsx";
import { entriesOf, parseJson } from "./json-text.ts";
import { JsonView } from "./json-view.tsx";

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
  if (text.trim() === "" || (parsed && entriesOf(parsed.value)?.length === 0)) {
    return <p className="hp-call__note">{messages.noArguments}</p>;
  }
  if (parsed) return <JsonView value={parsed.value} />;
  return (
    <>
      <p className="hp-call__note">{messages.argumentsUnreadable}</p>
      <pre className="hp-call__text">{text}</pre>
    </>
  );
}
