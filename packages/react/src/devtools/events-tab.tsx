import { type KeyboardEvent, type ReactElement, useCallback, useId, useMemo, useState } from "react";
import { useSelector } from "../use-selector.ts";
import { type JournalView, typeOf } from "./entries.ts";
import { EventRow } from "./event-row.tsx";
import type { Journal } from "./journal.ts";
import { type Filter, matches, type Row, toRows } from "./rows.ts";
import { families } from "./summarize.ts";
import { toOffset, toSeconds } from "./time.ts";
import { useFollowEnd } from "./use-follow-end.ts";
import { useInspectorWords } from "./use-words.ts";

/** How many lines are drawn at first, and with each press more: a long list costs a page its speed. */
const PAGE = 200;

/** The timeline. */
export function EventsTab({ journal }: { journal: Journal }): ReactElement {
  const words = useInspectorWords();
  const view = useSelector(journal);
  const [filter, setFilter] = useState<Filter>({ text: "", show: "*" });
  const [drawn, setDrawn] = useState(PAGE);
  // What a screen reader says: how much was found then, not with every event that comes.
  const [said, setSaid] = useState("");
  const isFiltered = filter.text !== "" || filter.show !== "*";
  const found = useMemo(() => view.events.filter((event) => matches(event, filter)), [view, filter]);
  const rows = useMemo(() => toRows(view, found, isFiltered), [view, found, isFiltered]);
  const field = useId();

  const toWords = (count: number): string =>
    count > 0 ? words.matches(count, view.events.length) : words.noMatch;

  function choose(next: Filter): void {
    setFilter(next);
    const count = view.events.filter((event) => matches(event, next)).length;
    setSaid(next.text !== "" || next.show !== "*" ? toWords(count) : "");
  }

  return (
    <>
      <div className="hp-dev__tools">
        <label htmlFor={`${field}-text`} className="hp-dev__unseen">
          {words.search}
        </label>
        <input
          id={`${field}-text`}
          type="search"
          className="hp-dev__input"
          placeholder={words.search}
          value={filter.text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => choose({ ...filter, text: event.currentTarget.value })}
        />
        <label htmlFor={`${field}-show`} className="hp-dev__unseen">
          {words.filter}
        </label>
        <TypeSelect
          id={`${field}-show`}
          view={view}
          show={filter.show}
          onShow={(show) => choose({ ...filter, show })}
        />
      </div>
      <p role="status" className="hp-dev__unseen">
        {said}
      </p>
      {isFiltered && <p className="hp-dev__note">{toWords(found.length)}</p>}
      {view.dropped.events > 0 && (
        <p className="hp-dev__note">{words.dropped(view.dropped.events, "events")}</p>
      )}
      {rows.length === 0 && !isFiltered && <p className="hp-dev__note">{words.noEvents}</p>}
      {rows.length > drawn && (
        <button type="button" className="hp-dev__button" onClick={() => setDrawn(drawn + PAGE)}>
          {words.earlier(Math.min(PAGE, rows.length - drawn))}
        </button>
      )}
      <Timeline rows={rows.slice(-drawn)} />
    </>
  );
}

function Timeline({ rows }: { rows: readonly Row[] }): ReactElement {
  const words = useInspectorWords();
  const hint = useId();
  const [stop, setStop] = useState<number>();
  const scroller = useFollowEnd<HTMLOListElement>(rows.at(-1)?.key ?? "");
  const events = rows.flatMap((row) => (row.kind === "event" ? [row.event.key] : []));
  // Tab comes to the line that had the focus last, or to the newest.
  const tabStop = stop !== undefined && events.includes(stop) ? stop : events.at(-1);
  const onFocus = useCallback((key: number) => setStop(key), []);

  function move(event: KeyboardEvent<HTMLElement>): void {
    const lines = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-hp-row]")];
    const at = lines.findIndex((line) => line.isSameNode(document.activeElement));
    const next = at < 0 ? undefined : NEXT[event.key]?.(at, lines.length);
    if (next === undefined) return;
    event.preventDefault();
    lines[next]?.focus();
  }

  return (
    <>
      <p id={hint} hidden>
        {words.rowsHint}
      </p>
      <ol ref={scroller} className="hp-dev__events" onKeyDown={move}>
        {rows.map((row) =>
          row.kind === "event" ? (
            <EventRow
              key={row.key}
              entry={row.event}
              offset={row.offset}
              isStop={row.event.key === tabStop}
              hint={hint}
              onFocus={onFocus}
            />
          ) : (
            <li key={row.key} className={`hp-dev__${row.kind}`}>
              <MarkerText row={row} />
            </li>
          ),
        )}
      </ol>
    </>
  );
}

const NEXT: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** What stands between the events. */
function MarkerText({ row }: { row: Exclude<Row, { kind: "event" }> }): ReactElement {
  const words = useInspectorWords();
  if (row.kind === "gap") return <>{words.gap(toSeconds(row.ms))}</>;
  const { run } = row;
  if (row.kind === "run") return <>{run.input ? words.request(run.run) : words.run(run.run)}</>;
  return (
    <>
      <span className="hp-dev__time">{toOffset(row.offset)}</span> {run.ended && words.ended(run.ended)}
    </>
  );
}

function TypeSelect({
  id,
  view,
  show,
  onShow,
}: {
  id: string;
  view: JournalView;
  show: string;
  onShow(show: string): void;
}): ReactElement {
  const words = useInspectorWords();
  const types = useMemo(() => [...new Set(view.events.map(({ raw }) => typeOf(raw)))].sort(), [view]);
  const present = families.filter((family) => types.some((type) => type.startsWith(`${family}_`)));
  // The choice stays, also once the last such event is gone.
  const shownTypes =
    show === "*" || show === "!" || show.endsWith("*") || types.includes(show) ? types : [...types, show];
  return (
    <select
      id={id}
      className="hp-dev__input"
      value={show}
      onChange={(event) => onShow(event.currentTarget.value)}
    >
      <option value="*">{words.all}</option>
      <option value="!">{words.warned}</option>
      <optgroup label={words.kinds}>
        {families
          .filter((family) => present.includes(family) || show === `${family}_*`)
          .map((family) => (
            <option key={family} value={`${family}_*`}>{`${family}_*`}</option>
          ))}
      </optgroup>
      <optgroup label={words.types}>
        {shownTypes.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </optgroup>
    </select>
  );
}
