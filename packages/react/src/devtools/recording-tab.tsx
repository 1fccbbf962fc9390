import type { AgentClient } from "@holdpoint/client";
import { type ReactElement, useId, useState } from "react";
import { useSelector } from "../use-selector.ts";
import { inspectionOf } from "./inspection.ts";
import type { Journal } from "./journal.ts";
import { MOST_BYTES, type Recording, readRecording, toLines, toWholeRuns } from "./recording.ts";
import { saveText } from "./save-text.ts";
import { useInspectorWords } from "./use-words.ts";

/** How fast a recording may be played: slower, and a pause may be longer than a timer can wait. */
const SLOWEST = 0.01;
const FASTEST = 1000;
const AT_ONCE = 0;

/** What was imported, or why it was not. */
export type Imported = { readonly name: string; readonly recording: Recording } | { readonly fault: string };

/** To keep what was recorded, and to play it, or what others have recorded. */
export function RecordingTab({
  client,
  threadId,
  imported,
  onImport,
  onPlay,
}: {
  client: AgentClient;
  threadId: string;
  imported: Imported | undefined;
  onImport(imported: Imported): void;
  onPlay(recording: Recording, speed: number): void;
}): ReactElement {
  const words = useInspectorWords();
  const journal = inspectionOf(client).journal(threadId);
  return (
    <>
      <Export journal={journal} threadId={threadId} />
      <Import onImport={onImport} />
      <p role="status" className="hp-dev__note">
        {imported &&
          "name" in imported &&
          words.imported(imported.name, imported.recording.runs.length, imported.recording.events)}
      </p>
      {imported && "fault" in imported && (
        <p role="alert" className="hp-dev__mark">
          {words.importFailed(imported.fault)}
        </p>
      )}
      <Play
        journal={journal}
        imported={imported && "name" in imported ? imported : undefined}
        onPlay={onPlay}
      />
    </>
  );
}

function Export({ journal, threadId }: { journal: Journal; threadId: string }): ReactElement {
  const words = useInspectorWords();
  const view = useSelector(journal);
  const { whole, cut } = toWholeRuns(view);
  const note = useId();
  const [fault, setFault] = useState("");

  function save(): void {
    try {
      saveText(toLines(journal.get()), `${threadId.replaceAll(/[^\w.-]+/g, "-")}.jsonl`);
      setFault("");
    } catch (error) {
      // Of a transport of the app's own that carries what is no JSON.
      setFault(words.exportFailed(error instanceof Error ? error.message : String(error)));
    }
  }

  return (
    <section aria-label={words.exportTitle}>
      <h3>{words.exportTitle}</h3>
      <p id={note} className="hp-dev__note">
        {words.exportNote}
      </p>
      {cut > 0 && <p className="hp-dev__note">{words.exportCut(cut)}</p>}
      {whole.length === 0 ? (
        <p className="hp-dev__note">{words.exportEmpty}</p>
      ) : (
        <button type="button" className="hp-dev__button" aria-describedby={note} onClick={save}>
          {words.download(whole.length)}
        </button>
      )}
      <p role="alert" className="hp-dev__mark">
        {fault}
      </p>
    </section>
  );
}

function Import({ onImport }: { onImport(imported: Imported): void }): ReactElement {
  const words = useInspectorWords();
  const field = useId();

  async function read(file: File): Promise<void> {
    try {
      if (file.size > MOST_BYTES) throw new Error(`${file.size} > ${MOST_BYTES} bytes.`);
      onImport({ name: file.name, recording: readRecording(await file.text()) });
    } catch (error) {
      onImport({ fault: error instanceof Error ? error.message : String(error) });
    }
  }

  return (
    <section aria-label={words.importTitle}>
      <h3>{words.importTitle}</h3>
      <p id={`${field}-note`} className="hp-dev__note">
        {words.importNote}
      </p>
      <label htmlFor={field} className="hp-dev__unseen">
        {words.choose}
      </label>
      <input
        id={field}
        type="file"
        className="hp-dev__file"
        accept=".jsonl,.ndjson,.json,.txt"
        aria-describedby={`${field}-note`}
        onClick={(event) => {
          // So that the same file can be chosen again, once it is mended.
          event.currentTarget.value = "";
        }}
        onChange={(event) => {
          const { currentTarget } = event;
          const file = currentTarget.files?.[0];
          if (file) void read(file);
        }}
      />
    </section>
  );
}

function Play({
  journal,
  imported,
  onPlay,
}: {
  journal: Journal;
  imported: { readonly name: string; readonly recording: Recording } | undefined;
  onPlay(recording: Recording, speed: number): void;
}): ReactElement {
  const words = useInspectorWords();
  const hasOwn = useSelector(journal, (view) => toWholeRuns(view).whole.length > 0);
  const [chosen, setChosen] = useState<"own" | "file">();
  const [speed, setSpeed] = useState("1");
  const [fault, setFault] = useState("");
  const field = useId();
  const source = imported ? (chosen ?? "file") : "own";
  const canPlay = source === "file" || hasOwn;

  function play(at: number): void {
    if (!canPlay) return;
    if (at !== AT_ONCE && !(at >= SLOWEST && at <= FASTEST)) {
      setFault(words.speedFault);
      return;
    }
    setFault("");
    try {
      // Through the same reader as a file: what is played is what would be exported.
      onPlay(source === "file" && imported ? imported.recording : readRecording(toLines(journal.get())), at);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <section aria-label={words.replayTitle}>
      <h3>{words.replayTitle}</h3>
      <p className="hp-dev__note">{words.replayNote}</p>
      <div className="hp-dev__field">
        <label htmlFor={`${field}-source`}>{words.source}</label>
        <select
          id={`${field}-source`}
          className="hp-dev__input"
          value={source}
          onChange={(event) => setChosen(event.currentTarget.value === "file" ? "file" : "own")}
        >
          <option value="own">{words.fromThread}</option>
          {imported && <option value="file">{imported.name}</option>}
        </select>
      </div>
      <div className="hp-dev__field">
        <label htmlFor={`${field}-speed`}>{words.speed}</label>
        <input
          id={`${field}-speed`}
          className="hp-dev__input"
          inputMode="decimal"
          value={speed}
          aria-invalid={fault !== ""}
          aria-describedby={`${field}-fault`}
          onChange={(event) => setSpeed(event.currentTarget.value)}
        />
      </div>
      <p id={`${field}-fault`} role="alert" className="hp-dev__mark">
        {fault}
      </p>
      <div className="hp-dev__row">
        <button
          type="button"
          className="hp-dev__button"
          aria-disabled={!canPlay}
          onClick={() => play(Number(speed) || Number.NaN)}
        >
          {words.play}
        </button>
        <button
          type="button"
          className="hp-dev__button"
          aria-disabled={!canPlay}
          onClick={() => play(AT_ONCE)}
        >
          {words.playAtOnce}
        </button>
      </div>
    </section>
  );
}
