import type { StreamEnd } from "./entries.ts";
import type { ShellWords } from "./shell-words.ts";

export const tabs = ["events", "state", "approvals", "requests", "warnings", "recording"] as const;

/** One of the inspector's tabs. */
export type InspectorTab = (typeof tabs)[number];

/** The words of the opened inspector. */
export interface PanelWords {
  tabs: Readonly<Record<InspectorTab, string>>;
  /** Names the row of tabs. */
  tabList: string;
  count: (n: number) => string;
  /** The client was not made by `createInspectableClient`. */
  plainClient: string;
  dropped: (n: number, what: "events" | "requests") => string;
  copy: string;
  copied: string;
  copyFailed: string;

  search: string;
  filter: string;
  all: string;
  kinds: string;
  types: string;
  warned: string;
  noEvents: string;
  noMatch: string;
  matches: (found: number, total: number) => string;
  earlier: (n: number) => string;
  rowsHint: string;
  request: (run: number) => string;
  /** Events that were heard without their request. */
  run: (run: number) => string;
  gap: (seconds: string) => string;
  ended: (end: StreamEnd) => string;
  refused: string;
  warnings: (n: number) => string;
  changes: string;
  nothingChanged: string;
  /** What an event gives is what was there. */
  noDifference: string;
  moreChanges: (n: number) => string;
  whole: string;
  addedTo: (id: string) => string;
  begunOrEnded: (id: string) => string;
  runBegins: string;
  runEnds: string;
  runAsks: (ids: string) => string;
  runFails: string;
  added: string;
  removed: string;
  changed: string;
  grew: string;
  asItCame: string;
  asApplied: string;

  status: string;
  lastRun: string;
  error: string;
  stateNow: string;
  messages: string;
  noMessages: string;
  subagents: string;
  stateHistory: string;
  noStateHistory: string;

  phase: string;
  noQuestions: string;
  answersNow: string;
  goesOut: string;
  openStill: string;
  draft: string;
  isTool: string;
  phaseHistory: string;
  noPhaseHistory: string;
  progress: (done: number, total: number) => string;

  next: string;
  nextNote: string;
  nextBusy: string;
  nextUnknown: string;
  nextImpossible: string;
  nextOpen: (ids: string) => string;
  lastRequests: string;
  noRequests: string;
  noInput: string;
  bodyOf: (run: number) => string;
  nextBody: string;

  noWarnings: string;
  warningAbout: (run: number, type: string) => string;

  exportTitle: string;
  exportNote: string;
  exportCut: (runs: number) => string;
  exportEmpty: string;
  exportFailed: (reason: string) => string;
  download: (runs: number) => string;
  importTitle: string;
  importNote: string;
  choose: string;
  imported: (name: string, runs: number, events: number) => string;
  importFailed: (reason: string) => string;
  fromThread: string;
  replayTitle: string;
  replayNote: string;
  source: string;
  speed: string;
  speedFault: string;
  play: string;
  playAtOnce: string;
  replaying: string;
  replayed: string;
  replayFailed: (reason: string) => string;
  stop: string;
  backToLive: string;
}

/** Every word of the inspector, for a translation. */
export type InspectorMessages = ShellWords & PanelWords;

const plural = (n: number, one: string, more: string): string => `${n} ${n === 1 ? one : more}`;

export const panelWords: PanelWords = {
  tabs: {
    events: "Events",
    state: "State",
    approvals: "Approvals",
    requests: "Requests",
    warnings: "Warnings",
    recording: "Replay",
  },
  tabList: "What to inspect",
  count: (n) => `(${n})`,
  plainClient:
    "Requests and warnings of this client are not heard, and events only from now on. Make it with createInspectableClient.",
  dropped: (n, what) => `The oldest ${n} ${what} are no longer kept.`,
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Not allowed here",

  search: "Search events",
  filter: "Show",
  all: "All events",
  kinds: "Kinds",
  types: "Types",
  warned: "With warnings",
  noEvents: "Events show here as they come.",
  noMatch: "No event matches.",
  matches: (found, total) => `${found} of ${plural(total, "event", "events")}`,
  earlier: (n) => `Show ${n} earlier`,
  rowsHint: "Up and down arrows move between events, Enter opens one.",
  request: (run) => `Request ${run}`,
  run: (run) => `Run ${run}`,
  gap: (seconds) => `${seconds} without an event`,
  ended: (end) =>
    end.end === "failed"
      ? `Broke off: ${end.message}`
      : end.end === "stopped"
        ? "Stopped here"
        : "Closed by the agent",
  refused: "not applied",
  warnings: (n) => plural(n, "warning", "warnings"),
  changes: "What it changed",
  nothingChanged: "Nothing that is kept.",
  noDifference: "Nothing: all is as it was.",
  moreChanges: (n) => `and ${plural(n, "more place", "more places")}`,
  whole: "the whole",
  addedTo: (id) => `${id} goes on:`,
  begunOrEnded: (id) => `${id} begins or ends here.`,
  runBegins: "The run begins.",
  runEnds: "The run ends.",
  runAsks: (ids) => `The run stops to ask: ${ids}.`,
  runFails: "The run fails.",
  added: "added",
  removed: "removed",
  changed: "changed",
  grew: "goes on",
  asItCame: "As it came",
  asApplied: "As the app got it",

  status: "Status",
  lastRun: "Run",
  error: "Error",
  stateNow: "State now",
  messages: "Messages",
  noMessages: "No messages.",
  subagents: "Subagents",
  stateHistory: "What changed it",
  noStateHistory: "No event has changed the state.",

  phase: "Phase",
  noQuestions: "No question is pending.",
  answersNow: "Questions and answers",
  goesOut: "Goes out as",
  openStill: "No answer yet.",
  draft: "Typed so far",
  isTool: "A call of the app's own tool: its result goes out as a message.",
  phaseHistory: "What became of it",
  noPhaseHistory: "No question was asked.",
  progress: (done, total) => `${done} of ${total} answered`,

  next: "Next request",
  nextNote:
    "If the thread ran, or its answers were sent, now. A new message and the options of one run come on top.",
  nextBusy: "A run is out. What goes out next is known when it is over.",
  nextUnknown: "Not known for a client that was not made by createInspectableClient.",
  nextImpossible: "Nothing can be sent from here.",
  nextOpen: (ids) => `It cannot go out yet. Not answered: ${ids}.`,
  lastRequests: "Last requests",
  noRequests: "No request has left this page yet.",
  noInput: "Its body was not heard.",
  bodyOf: (run) => `Body of request ${run}`,
  nextBody: "Body of the next request",

  noWarnings: "No warnings.",
  warningAbout: (run, type) => `Request ${run}, ${type}`,

  exportTitle: "Export",
  exportNote:
    "The file holds the whole conversation: every message, answer and state, as it travelled. Request headers are not in it. Share it with care.",
  exportCut: (runs) => `${plural(runs, "older run is", "older runs are")} not whole any more and left out.`,
  exportFailed: (reason) => `It cannot be written as JSON: ${reason}`,
  exportEmpty: "There is no whole run to export yet.",
  download: (runs) => `Download ${plural(runs, "run", "runs")} as JSONL`,
  importTitle: "Import",
  importNote: "A recording as JSON Lines. It is read here, and goes nowhere.",
  choose: "Choose a recording",
  imported: (name, runs, events) =>
    `${name}: ${plural(runs, "run", "runs")}, ${plural(events, "event", "events")}.`,
  importFailed: (reason) => `The file was not imported. ${reason}`,
  fromThread: "This thread, as recorded here",
  replayTitle: "Replay",
  replayNote: "Plays in a client of its own: the app, its agent and this thread are left alone.",
  source: "Recording",
  speed: "Speed (1 is as recorded)",
  speedFault: "Enter a number from 0.01 to 1000.",
  play: "Play",
  playAtOnce: "Play at once",
  replaying: "You are looking at a replay. It is playing.",
  replayed: "You are looking at a replay. It is over.",
  replayFailed: (reason) => `You are looking at a replay. It could not go on: ${reason}`,
  stop: "Stop",
  backToLive: "Back to the live thread",
};
