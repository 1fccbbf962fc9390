import { type EventEntry, type JournalView, type RunEntry, typeOf } from "./entries.ts";
import { toJson } from "./json.ts";

/** One line of the timeline. Times are milliseconds. */
export type Row =
  | { readonly kind: "run"; readonly key: string; readonly run: RunEntry }
  | { readonly kind: "gap"; readonly key: string; readonly ms: number }
  | { readonly kind: "event"; readonly key: string; readonly event: EventEntry; readonly offset: number }
  | { readonly kind: "end"; readonly key: string; readonly run: RunEntry; readonly offset: number };

/** A silence that is worth a line, in milliseconds. */
export const GAP_MS = 1000;

/** What is looked for: a text anywhere in the event, and `*` for all, a type, `TYPE_*` for a kind, `!` for those with warnings. */
export interface Filter {
  readonly text: string;
  readonly show: string;
}

/** Whether an event is one of those that are looked for. */
export function matches(entry: EventEntry, { text, show }: Filter): boolean {
  const type = typeOf(entry.raw);
  const isShown =
    show === "*" ||
    (show === "!"
      ? entry.warnings.length > 0
      : show.endsWith("*")
        ? type.startsWith(show.slice(0, -1))
        : type === show);
  if (!isShown || text === "") return isShown;
  return textOf(entry).includes(text.toLowerCase());
}

/** The texts that were looked through, since each is again with the next event that comes. */
const texts = new WeakMap<EventEntry, string>();

function textOf(entry: EventEntry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const words = [toJson(entry.raw), ...entry.warnings.map(({ message }) => message)];
  const text = words.join("\n").toLowerCase();
  texts.set(entry, text);
  return text;
}

/** The timeline of these events, each run with its beginning and its end; of what is looked for, without the silences. */
export function toRows(
  view: JournalView,
  events: readonly EventEntry[],
  isFiltered: boolean,
): readonly Row[] {
  const byRun = new Map<number, EventEntry[]>();
  for (const event of events) {
    const list = byRun.get(event.run);
    if (list) list.push(event);
    else byRun.set(event.run, [event]);
  }
  const rows: Row[] = [];
  const known = new Set(view.runs.map(({ run }) => run));
  // Those whose request is no longer kept.
  for (const [run, list] of byRun) if (!known.has(run)) addEvents(list, list[0]?.at ?? 0);
  for (const run of view.runs) {
    const list = byRun.get(run.run) ?? [];
    if (isFiltered && list.length === 0) continue;
    rows.push({ kind: "run", key: `r${run.key}`, run });
    const last = addEvents(list, run.at);
    if (run.ended && !isFiltered) {
      addGap(`e${run.ended.key}`, run.ended.at - last);
      rows.push({ kind: "end", key: `e${run.ended.key}`, run, offset: run.ended.at - run.at });
    }
  }
  return rows;

  function addEvents(list: readonly EventEntry[], start: number): number {
    let last = start;
    for (const event of list) {
      if (!isFiltered) addGap(`e${event.key}`, event.at - last);
      last = event.at;
      rows.push({ kind: "event", key: `e${event.key}`, event, offset: event.at - start });
    }
    return last;
  }

  function addGap(before: string, ms: number): void {
    if (ms >= GAP_MS) rows.push({ kind: "gap", key: `g${before}`, ms });
  }
}
