"use client";
import { type ReactElement, useState } from "react";
import { useMessages } from "../use-messages.ts";
import { entriesOf, toText } from "./json-text.ts";

/** How many members of one object or list are shown at first. */
const FIRST = 50;
/** How deep values are drawn as a tree; what lies deeper is JSON. */
const DEEPEST = 8;

/** Props of {@link JsonTree}. */
export interface JsonTreeProps {
  value: unknown;
}

/**
 * Any JSON value as a tree to read: the members of an object by name, the items of a list in order, texts as
 * they are. Of what has very many parts the first ones, and the rest when asked for.
 */
export function JsonTree({ value }: JsonTreeProps): ReactElement {
  return <Value value={value} depth={DEEPEST} />;
}

function Value({ value, depth }: { value: unknown; depth: number }): ReactElement {
  const messages = useMessages();
  const [shown, setShown] = useState(FIRST);
  const entries = entriesOf(value);
  const parts: readonly unknown[] | undefined = entries ?? (Array.isArray(value) ? value : undefined);
  if (parts === undefined || (depth === 0 && parts.length > 0)) {
    const text = value === "" ? messages.nothing : toText(value);
    return (
      <span className="hp-tree__value" dir="auto" data-type={/\n/.test(text) ? "lines" : kindOf(value)}>
        {text}
      </span>
    );
  }
  if (parts.length === 0) {
    return (
      <span className="hp-tree__value" data-type="empty">
        {messages.emptyList}
      </span>
    );
  }
  const more = parts.length - shown;
  return (
    <>
      {entries ? (
        <dl className="hp-tree">
          {entries.slice(0, shown).map(([key, member]) => (
            <div key={key} className="hp-tree__member" data-nested={isNested(member) ? "" : undefined}>
              <dt>{key}</dt>
              <dd>
                <Value value={member} depth={depth - 1} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <ol className="hp-tree">
          {parts.slice(0, shown).map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item of a list has no other name.
            <li key={at}>
              <Value value={item} depth={depth - 1} />
            </li>
          ))}
        </ol>
      )}
      {more > 0 && (
        <button type="button" className="hp-link" onClick={() => setShown(shown + 10 * FIRST)}>
          {messages.more(more)}
        </button>
      )}
    </>
  );
}

function isNested(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function kindOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}
