import { type ReactElement, useMemo } from "react";
import { type Change, compare } from "./changes.ts";
import type { Changed } from "./entries.ts";
import { cut } from "./json.ts";
import { useInspectorWords } from "./use-words.ts";

const SIGNS: Readonly<Record<Change["kind"], string>> = { added: "+", removed: "−", changed: "~", grew: "…" };

/** How much of a value is shown of one change. */
const SHOWN = 400;

/** Where the state, or the messages, are not what they were. */
export function ChangeList({ changed: { what, before, after } }: { changed: Changed }): ReactElement {
  const words = useInspectorWords();
  const { list, more } = useMemo(() => compare(before, after), [before, after]);
  if (list.length === 0) return <p className="hp-dev__note">{words.noDifference}</p>;
  return (
    <ul className="hp-dev__changes">
      {list.map((change) => (
        <li key={`${change.kind} ${change.path}`} data-kind={change.kind}>
          <span className="hp-dev__sign" aria-hidden="true">
            {SIGNS[change.kind]}
          </span>
          <span className="hp-dev__unseen">{words[change.kind]} </span>
          <code className="hp-dev__path">{change.path || (what === "state" ? words.whole : what)}</code>{" "}
          {change.before !== undefined && <del>{cut(change.before, SHOWN)}</del>}{" "}
          {change.after !== undefined && <ins>{cut(change.after, SHOWN)}</ins>}
        </li>
      ))}
      {more > 0 && <li>{words.moreChanges(more)}</li>}
    </ul>
  );
}
