import type { ReactElement } from "react";
import { entriesOf, toText } from "./json-text.ts";

/** Any JSON value for a person to read: an object as its members, one below the other, the rest as text. */
export const JsonView = ({ value }: { value: unknown }): ReactElement => {
  const entries = entriesOf(value);
  if (!entries) return <pre className="hp-call__text">{toText(value)}</pre>;
  return (
    <dl className="hp-call__arguments">
      {entries.map(([key, member]) => (
        <div key={key} className="hp-call__argument">
          <dt>{key}</dt>
          {/* Lines keep their form, as those of a diff have to. */}
          <dd data-type={/\n/.test(toText(member)) ? "lines" : typeof member}>{toText(member)}</dd>
        </div>
      ))}
    </dl>
  );
};
