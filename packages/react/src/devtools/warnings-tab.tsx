import type { ReactElement } from "react";
import type { WarningEntry } from "./entries.ts";
import { toClock } from "./time.ts";
import { useInspectorWords } from "./use-words.ts";

/** What was odd and was survived, newest first. */
export function WarningsTab({ warnings }: { warnings: readonly WarningEntry[] }): ReactElement {
  const words = useInspectorWords();
  if (warnings.length === 0) return <p className="hp-dev__note">{words.noWarnings}</p>;
  return (
    <ol className="hp-dev__list">
      {[...warnings].reverse().map(({ key, at, warning, run, type }) => (
        <li key={key}>
          <p className="hp-dev__entry">
            <span className="hp-dev__time">{toClock(at)}</span> <code>{warning.code}</code>{" "}
            {run !== undefined && type !== undefined && (
              <span className="hp-dev__muted">{words.warningAbout(run, type)}</span>
            )}
          </p>
          <p className="hp-dev__entry">{warning.message}</p>
          {warning.path && <code className="hp-dev__muted">{warning.path}</code>}
        </li>
      ))}
    </ol>
  );
}
