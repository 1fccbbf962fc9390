import type { AgentEvent } from "@holdpoint/client";
import { type MemoExoticComponent, memo, type ReactElement, useId, useState } from "react";
import { ChangeList } from "./change-list.tsx";
import { type EventEntry, typeOf } from "./entries.ts";
import { toJson } from "./json.ts";
import { JsonText } from "./json-text.tsx";
import { type Addition, asked, summarize, toAddition } from "./summarize.ts";
import { toOffset } from "./time.ts";
import { useInspectorWords } from "./use-words.ts";
import type { PanelWords } from "./words.ts";

export interface EventRowProps {
  entry: EventEntry;
  /** Milliseconds since the request. */
  offset: number;
  /** Whether Tab comes to it; arrows come to all. */
  isStop: boolean;
  /** The id of what tells how to move between rows. */
  hint: string;
  onFocus(key: number): void;
}

/** An event as one line, and as all that is known of it. */
export const EventRow: MemoExoticComponent<(props: EventRowProps) => ReactElement> = memo(function EventRow(
  props: EventRowProps,
): ReactElement {
  const { entry, offset, isStop, hint, onFocus } = props;
  const words = useInspectorWords();
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const { warnings, applied, raw } = entry;
  return (
    <li className="hp-dev__event">
      <button
        type="button"
        data-hp-row={entry.key}
        className="hp-dev__line"
        aria-expanded={isOpen}
        aria-controls={details}
        aria-describedby={isStop ? hint : undefined}
        tabIndex={isStop ? 0 : -1}
        onFocus={() => onFocus(entry.key)}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="hp-dev__time">{toOffset(offset)}</span> <code>{typeOf(raw)}</code>{" "}
        {warnings.length > 0 && <b className="hp-dev__mark">{words.warnings(warnings.length)}</b>}{" "}
        {applied.length === 0 && <b className="hp-dev__mark">{words.refused}</b>}{" "}
        <span className="hp-dev__summary">{summarize(raw)}</span>
      </button>
      <div id={details} hidden={!isOpen}>
        {isOpen && <EventDetail entry={entry} />}
      </div>
    </li>
  );
});

function EventDetail({ entry }: { entry: EventEntry }): ReactElement {
  const words = useInspectorWords();
  const { warnings, applied, raw, changed } = entry;
  const isSame = applied.length === 1 && toJson(applied[0]) === toJson(raw);
  return (
    <div className="hp-dev__detail">
      {warnings.length > 0 && (
        <ul className="hp-dev__list">
          {warnings.map(({ code, message }) => (
            <li key={`${code} ${message}`}>
              <code>{code}</code> {message}
            </li>
          ))}
        </ul>
      )}
      <h3>{words.changes}</h3>
      {changed ? <ChangeList changed={changed} /> : <Effects applied={applied} />}
      <h3>{words.asItCame}</h3>
      <JsonText value={raw} label={words.asItCame} />
      {!isSame && applied.length > 0 && (
        <>
          <h3>{words.asApplied}</h3>
          <JsonText value={applied.length === 1 ? applied[0] : applied} label={words.asApplied} />
        </>
      )}
    </div>
  );
}

/** What events do, in their own words. */
function Effects({ applied }: { applied: readonly AgentEvent[] }): ReactElement {
  const words = useInspectorWords();
  const effects = applied.flatMap((event): readonly (Addition | { readonly run: string })[] => {
    const addition = toAddition(event);
    if (addition) return [addition];
    const run = toRunWords(event, words);
    return run === undefined ? [] : [{ run }];
  });
  if (effects.length === 0) return <p className="hp-dev__note">{words.nothingChanged}</p>;
  return (
    <>
      {effects.map((effect) => (
        <p key={JSON.stringify(effect)} className="hp-dev__note">
          {"run" in effect ? (
            effect.run
          ) : effect.text === undefined ? (
            words.begunOrEnded(effect.to)
          ) : (
            <>
              {words.addedTo(effect.to)} <ins>{effect.text}</ins>
            </>
          )}
        </p>
      ))}
    </>
  );
}

function toRunWords(event: AgentEvent, words: PanelWords): string | undefined {
  const ids = asked(event);
  if (ids.length > 0) return words.runAsks(ids.join(", "));
  if (event.type === "RUN_STARTED") return words.runBegins;
  if (event.type === "RUN_FINISHED") return words.runEnds;
  return event.type === "RUN_ERROR" ? words.runFails : undefined;
}
