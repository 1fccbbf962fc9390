import type { AgentEvent, Approvals, RunAgentInput, Thread, ThreadRecord, Warning } from "@holdpoint/client";
import {
  type Changed,
  type EventEntry,
  type JournalView,
  type RunEntry,
  type StreamEnd,
  typeOf,
} from "./entries.ts";
import { createRing, createView, type View } from "./ring.ts";

/** How many runs, and how many changes of the pending questions, are kept. */
const RUNS = 50;
const PHASES = 200;

/** Notes one run as it goes. */
export interface RunJournal {
  /** Begins an object of the stream; what is heard until the returned function is called, is of that object. */
  open(raw: unknown): () => void;
  end(end: StreamEnd): void;
}

/** What is noted of one thread. */
export interface Journal extends Pick<View<JournalView>, "get" | "subscribe"> {
  /** Listens to a handle of the thread; twice to the same one is once. */
  watch(thread: Thread): void;
  request(input: RunAgentInput): RunJournal;
  /** Puts a warning to the object that is open; gives what it is about, as far as that is known. */
  warned(warning: Warning): { readonly run?: number; readonly type?: string };
  forget(): void;
}

type Mutable = { -readonly [K in keyof EventEntry]: EventEntry[K] } & {
  applied: AgentEvent[];
  warnings: Warning[];
};

/** Creates the journal of one thread, of at most `limit` events; `nextKey` tells what came first. */
export function createJournal(limit: number, nextKey: () => number): Journal {
  const runs = createRing<RunEntry>(RUNS);
  const events = createRing<EventEntry>(limit);
  const phases = createRing<{ key: number; at: number; approvals: Approvals }>(PHASES);
  const view = createView(
    (): JournalView => ({
      runs: runs.list(),
      events: events.list(),
      phases: phases.list(),
      dropped: { runs: runs.dropped(), events: events.dropped() },
    }),
  );
  let watched: Thread | undefined;
  /** The object that the stages are at. */
  let open: Mutable | undefined;
  /** The run that was begun last, here or by its first event. */
  let latest = 0;
  /** Whether requests are heard: the stream is then noted as it came, else as it was let through. */
  let hearsRequests = false;
  /** State and messages as they were seen last. */
  let known: Pick<ThreadRecord, "state" | "messages"> | undefined;

  function begin(input?: RunAgentInput): RunEntry {
    const entry: RunEntry = { key: nextKey(), run: ++latest, at: Date.now(), ...(input && { input }) };
    runs.push(entry);
    view.changed();
    return entry;
  }

  function note(run: number, raw: unknown): Mutable {
    const entry: Mutable = { key: nextKey(), run, at: Date.now(), raw, applied: [], warnings: [] };
    events.push(entry);
    view.changed();
    return entry;
  }

  /** Looks at the thread as it is, which costs as much as it has messages. */
  function look(): Pick<ThreadRecord, "state" | "messages"> | undefined {
    known = watched?.export();
    return known;
  }

  function onEvent(event: AgentEvent): void {
    if (open) {
      open.applied.push(event);
      return;
    }
    // The tail of a run whose transport is not ours.
    if (hearsRequests) return;
    if (event.type === "RUN_STARTED" || latest === 0) begin();
    const before = known;
    const entry = note(latest, event);
    entry.applied.push(event);
    const changed = toChanged(event, before, isTelling(event) ? look() : undefined);
    if (changed) entry.changed = changed;
  }

  return {
    get: view.get,
    subscribe: view.subscribe,
    watch(thread) {
      if (watched === thread) return;
      watched = thread;
      look();
      thread.onEvent(onEvent);
      // What the app sets itself is no change of the next event.
      thread.subscribe(() => {
        const { state, messages } = thread.get();
        known = { state, messages };
      });
      let shown = thread.approvals.get();
      const push = () => phases.push({ key: nextKey(), at: Date.now(), approvals: shown });
      const notePhase = () => {
        const next = thread.approvals.get();
        const isNews = !isSameStanding(shown, next);
        shown = next;
        if (isNews) push();
        view.changed();
      };
      if (shown.phase !== "none") push();
      thread.approvals.subscribe(notePhase);
    },
    request(input) {
      hearsRequests = true;
      let entry = begin(input);
      return {
        open(raw) {
          const before = isTelling(raw) ? look() : undefined;
          const mine = note(entry.run, raw);
          open = mine;
          return () => {
            if (open === mine) open = undefined;
            const changed = toChanged(raw, before, before && look());
            if (changed) mine.changed = changed;
          };
        },
        end(end) {
          const ended: RunEntry = { ...entry, ended: { ...end, key: nextKey(), at: Date.now() } };
          runs.replace(entry, ended);
          entry = ended;
          view.changed();
        },
      };
    },
    warned(warning) {
      if (!open) return {};
      open.warnings.push(warning);
      return { run: open.run, type: typeOf(open.raw) };
    },
    forget() {
      runs.clear();
      events.clear();
      phases.clear();
      latest = 0;
      watched = undefined;
      known = undefined;
      view.changed();
    },
  };
}

/** Whether two looks at the pending questions tell the same of where they stand. */
const isSameStanding = (a: Approvals, b: Approvals): boolean =>
  a.batch === b.batch &&
  a.phase === b.phase &&
  a.counts.answered === b.counts.answered &&
  a.counts.declined === b.counts.declined &&
  a.error === b.error;

/** Whether an event's own words do not tell what it changes. */
const isTelling = (raw: unknown): boolean => /^(STATE|MESSAGES|ACTIVITY)_/.test(typeOf(raw));

function toChanged(
  raw: unknown,
  before: Pick<ThreadRecord, "state" | "messages"> | undefined,
  after: Pick<ThreadRecord, "state" | "messages"> | undefined,
): Changed | undefined {
  if (!(before && after)) return undefined;
  const type = typeOf(raw);
  if (type.startsWith("STATE")) return { what: "state", before: before.state, after: after.state };
  if (type.startsWith("MESSAGES"))
    return { what: "messages", before: before.messages, after: after.messages };
  const id: unknown = Object(raw).messageId;
  const only = ({ messages }: Pick<ThreadRecord, "messages">) =>
    messages.filter((message) => message.id === id);
  return { what: "messages", before: only(before), after: only(after) };
}
