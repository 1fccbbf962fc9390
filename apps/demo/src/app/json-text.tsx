import type { ReactNode } from "react";

/**
 * Shows a JSON text laid out by the style sheet alone: the text in the page stays the
 * text that was sent, without a space more.
 */
export function JsonText({ text, highlight }: { text: string; highlight: string }): ReactNode {
  const value = parse(text);
  // Where writing it again gives another text, the original is shown as it is.
  return value !== undefined && JSON.stringify(value) === text ? draw(value, highlight) : text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function draw(value: unknown, highlight: string): ReactNode {
  if (typeof value === "string") return <span className="json-string">{JSON.stringify(value)}</span>;
  if (typeof value !== "object" || value === null) {
    return <span className="json-atom">{JSON.stringify(value)}</span>;
  }
  const list = Array.isArray(value);
  const members = Object.entries(value);
  return (
    <>
      {list ? "[" : "{"}
      {members.map(([key, inner], index) => (
        <span key={key} className={key === highlight ? "json-member json-highlight" : "json-member"}>
          {!list && <span className="json-key">{JSON.stringify(key)}:</span>}
          {draw(inner, highlight)}
          {index < members.length - 1 && ","}
        </span>
      ))}
      {list ? "]" : "}"}
    </>
  );
}
