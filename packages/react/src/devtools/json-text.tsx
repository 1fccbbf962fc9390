import type { ReactElement, ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";
import { toJson } from "./json.ts";

/** How long a text, and how deep a value, is still laid out: a stream is not trusted to be small. */
const LONGEST = 200_000;
const DEEPEST = 60;

/** A JSON value, laid out by the style sheet alone: the text in the page is its JSON text, without a space more. */
export function JsonText({
  value,
  label,
  highlight,
}: {
  value: unknown;
  label: string;
  /** The member that a reader looks for. */
  highlight?: string;
}): ReactElement {
  const text = toJson(value);
  return (
    <div className="hp-dev__json">
      <section
        className="hp-dev__scroller"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
      >
        <pre>{text.length > LONGEST ? text : draw(value, highlight, 0)}</pre>
      </section>
      <CopyButton label={label} text={() => text} />
    </div>
  );
}

function draw(value: unknown, highlight: string | undefined, depth: number): ReactNode {
  if (typeof value === "string") return <span className="hp-dev__string">{JSON.stringify(value)}</span>;
  if (typeof value !== "object" || value === null || depth > DEEPEST) {
    return <span className="hp-dev__atom">{toJson(value)}</span>;
  }
  const isList = Array.isArray(value);
  // As JSON has them: an absent member is not written, an absent item is null.
  const members = Object.entries(value).filter(([, inner]) => isList || inner !== undefined);
  return (
    <>
      {isList ? "[" : "{"}
      {members.map(([key, inner], index) => (
        <span key={key} className="hp-dev__member" data-highlight={key === highlight || undefined}>
          {!isList && <span className="hp-dev__key">{JSON.stringify(key)}:</span>}
          {draw(inner ?? null, highlight, depth + 1)}
          {index < members.length - 1 && ","}
        </span>
      ))}
      {isList ? "]" : "}"}
    </>
  );
}
