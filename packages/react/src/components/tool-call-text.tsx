"use client";
import { parseJson } from "@holdpoint/client/form";
import type { ReactElement } from "react";
import { useWords } from "../agent-provider.tsx";
import { entriesOf } from "./json-text.ts";
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
export const ToolCallText = ({
  name,
  arguments: text,
  streaming = false,
}: ToolCallTextProps): ReactElement => {
  return (
    <div className="hp-call">
      <code className="hp-call__name">{name}</code>
      {streaming ? text && <pre className="hp-call__text">{text}</pre> : <Arguments text={text} />}
    </div>
  );
};

const Arguments = ({ text }: { text: string }): ReactElement => {
  const messages = useWords();
  const parsed = parseJson(text);
  // What is no JSON is shown as it came, and so are digits that would be rounded.
  const value = parsed.ok ? parsed.value : text.trim();
  return value === "" || entriesOf(value)?.length === 0 ? (
    <p className="hp-call__note">{messages.noArguments}</p>
  ) : (
    <JsonView value={value} />
  );
};
