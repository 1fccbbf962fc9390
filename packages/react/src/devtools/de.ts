import type { InspectorMessages } from "./words.ts";

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** The German words of the inspector: `<Inspector messages={germanInspectorMessages} ...>`. */
export const germanInspectorMessages: InspectorMessages = {
  title: "Inspektor",
  requestCount: (total) => count(total, "Anfrage", "Anfragen"),
  loading: "Wird geladen…",
  loadFailed: (reason) => `Der Inspektor konnte nicht geladen werden: ${reason}. Bitte die Seite neu laden.`,

  tabs: {
    events: "Ereignisse",
    state: "Zustand",
    approvals: "Freigaben",
    requests: "Anfragen",
    warnings: "Warnungen",
    recording: "Wiedergabe",
  },
  tabList: "Was untersucht wird",
  count: (n) => `(${n})`,
  plainClient:
    "Anfragen und Warnungen dieses Clients sind nicht zu hören, und Ereignisse erst ab jetzt. Dafür mit createInspectableClient anlegen.",
  dropped: (n, what) =>
    `Die ältesten ${n} ${what === "events" ? "Ereignisse" : "Anfragen"} sind nicht mehr vorhanden.`,
  copy: "Kopieren",
  copied: "Kopiert",
  copyFailed: "Hier nicht erlaubt",

  search: "Ereignisse durchsuchen",
  filter: "Anzeigen",
  all: "Alle Ereignisse",
  kinds: "Arten",
  types: "Typen",
  warned: "Mit Warnungen",
  noEvents: "Ereignisse stehen hier, sobald sie kommen.",
  noMatch: "Kein Ereignis passt.",
  matches: (found, total) => `${found} von ${count(total, "Ereignis", "Ereignissen")}`,
  earlier: (n) => (n === 1 ? "Ein früheres zeigen" : `${n} frühere zeigen`),
  rowsHint: "Die Pfeiltasten wechseln zwischen Ereignissen, die Eingabetaste klappt eines auf.",
  request: (run) => `Anfrage ${run}`,
  run: (run) => `Lauf ${run}`,
  gap: (seconds) => `${seconds} ohne ein Ereignis`,
  ended: (end) =>
    end.end === "failed"
      ? `Abgebrochen: ${end.message}`
      : end.end === "stopped"
        ? "Hier angehalten"
        : "Vom Agenten geschlossen",
  refused: "nicht übernommen",
  warnings: (n) => count(n, "Warnung", "Warnungen"),
  changes: "Was es geändert hat",
  nothingChanged: "Nichts, was aufbewahrt wird.",
  noDifference: "Nichts: Alles ist, wie es war.",
  moreChanges: (n) => `und ${count(n, "weitere Stelle", "weitere Stellen")}`,
  whole: "das Ganze",
  addedTo: (id) => `${id} geht weiter:`,
  begunOrEnded: (id) => `${id} beginnt oder endet hier.`,
  runBegins: "Der Lauf beginnt.",
  runEnds: "Der Lauf endet.",
  runAsks: (ids) => `Der Lauf hält an und fragt: ${ids}.`,
  runFails: "Der Lauf schlägt fehl.",
  added: "neu",
  removed: "entfernt",
  changed: "geändert",
  grew: "geht weiter",
  asItCame: "Wie es kam",
  asApplied: "Wie die App es bekam",

  status: "Stand",
  lastRun: "Lauf",
  error: "Fehler",
  stateNow: "Zustand jetzt",
  messages: "Nachrichten",
  noMessages: "Keine Nachrichten.",
  subagents: "Unteragenten",
  stateHistory: "Was ihn geändert hat",
  noStateHistory: "Kein Ereignis hat den Zustand geändert.",

  phase: "Phase",
  noQuestions: "Keine Frage ist offen.",
  answersNow: "Fragen und Antworten",
  goesOut: "Geht hinaus als",
  openStill: "Noch keine Antwort.",
  draft: "Bisher eingegeben",
  isTool: "Ein Aufruf eines Werkzeugs der App: Sein Ergebnis geht als Nachricht hinaus.",
  phaseHistory: "Was daraus wurde",
  noPhaseHistory: "Es wurde nichts gefragt.",
  progress: (done, total) => `${done} von ${total} beantwortet`,

  next: "Nächste Anfrage",
  nextNote:
    "Wenn der Thread jetzt liefe oder seine Antworten jetzt gesendet würden. Eine neue Nachricht und die Optionen eines einzelnen Laufs kommen hinzu.",
  nextBusy: "Ein Lauf ist unterwegs. Was danach hinausgeht, steht fest, wenn er vorbei ist.",
  nextUnknown: "Nicht bekannt für einen Client, der nicht mit createInspectableClient angelegt wurde.",
  nextImpossible: "Von hier kann nichts gesendet werden.",
  nextOpen: (ids) => `Sie kann noch nicht hinaus. Nicht beantwortet: ${ids}.`,
  lastRequests: "Letzte Anfragen",
  noRequests: "Noch hat keine Anfrage diese Seite verlassen.",
  noInput: "Ihr Inhalt war nicht zu hören.",
  bodyOf: (run) => `Inhalt der Anfrage ${run}`,
  nextBody: "Inhalt der nächsten Anfrage",

  noWarnings: "Keine Warnungen.",
  warningAbout: (run, type) => `Anfrage ${run}, ${type}`,

  exportTitle: "Exportieren",
  exportNote:
    "Die Datei enthält das ganze Gespräch: jede Nachricht, jede Antwort und jeden Zustand, wie sie unterwegs waren. Kopfzeilen von Anfragen sind nicht darin. Bitte mit Bedacht weitergeben.",
  exportCut: (runs) =>
    runs === 1
      ? "Ein älterer Lauf ist nicht mehr vollständig und fehlt."
      : `${runs} ältere Läufe sind nicht mehr vollständig und fehlen.`,
  exportFailed: (reason) => `Das lässt sich nicht als JSON schreiben: ${reason}`,
  exportEmpty: "Noch gibt es keinen vollständigen Lauf zum Exportieren.",
  download: (runs) => `${count(runs, "Lauf", "Läufe")} als JSONL herunterladen`,
  importTitle: "Importieren",
  importNote: "Eine Aufzeichnung als JSON Lines. Sie wird hier gelesen und geht nirgendwohin.",
  choose: "Aufzeichnung auswählen",
  imported: (name, runs, events) =>
    `${name}: ${count(runs, "Lauf", "Läufe")}, ${count(events, "Ereignis", "Ereignisse")}.`,
  importFailed: (reason) => `Die Datei wurde nicht importiert. ${reason}`,
  fromThread: "Dieser Thread, wie er hier aufgezeichnet wurde",
  replayTitle: "Wiedergabe",
  replayNote: "Läuft in einem eigenen Client: Die App, ihr Agent und dieser Thread bleiben unberührt.",
  source: "Aufzeichnung",
  speed: "Tempo (1 ist wie aufgezeichnet)",
  speedFault: "Bitte eine Zahl von 0,01 bis 1000 eingeben.",
  play: "Abspielen",
  playAtOnce: "Sofort abspielen",
  replaying: "Sie sehen eine Wiedergabe. Sie läuft.",
  replayed: "Sie sehen eine Wiedergabe. Sie ist zu Ende.",
  replayFailed: (reason) => `Sie sehen eine Wiedergabe. Sie konnte nicht weitergehen: ${reason}`,
  stop: "Anhalten",
  backToLive: "Zurück zum laufenden Thread",
};
