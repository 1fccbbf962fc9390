"use client";
import type { AgentClient } from "@holdpoint/client";
import { type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { useSelector } from "../use-selector.ts";
import { ApprovalsTab } from "./approvals-tab.tsx";
import { EventsTab } from "./events-tab.tsx";
import { type Inspection, inspectionOf } from "./inspection.ts";
import type { Recording } from "./recording.ts";
import { type Imported, RecordingTab } from "./recording-tab.tsx";
import { createReplay, type Replay } from "./replay.ts";
import { ReplayNote } from "./replay-note.tsx";
import { RequestsTab } from "./requests-tab.tsx";
import { StateTab } from "./state-tab.tsx";
import { Tabs } from "./tabs.tsx";
import { useInspectorWords, WordsContext } from "./use-words.ts";
import { WarningsTab } from "./warnings-tab.tsx";
import { type InspectorMessages, type InspectorTab, panelWords } from "./words.ts";

interface Subject {
  readonly client: AgentClient;
  readonly threadId: string;
}

/** The unfolded inspector: of the thread, or of a replay as long as one is looked at. */
export function Panel({
  messages,
  ...live
}: Subject & { messages?: Partial<InspectorMessages> | undefined }): ReactElement {
  const words = useMemo(() => ({ ...panelWords, ...messages }), [messages]);
  const [tab, setTab] = useState<InspectorTab>("events");
  const [replay, setReplay] = useState<Replay>();
  // Here, so that it outlasts the looks at replays.
  const [imported, setImported] = useState<Imported>();
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!replay) return;
    const element = body.current;
    return () => {
      replay.dispose();
      // What led back is gone, and the focus must not go with it.
      if (element?.isConnected)
        element.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
    };
  }, [replay]);

  function play(recording: Recording, speed: number): void {
    setReplay(createReplay(recording, speed));
    setTab("events");
  }

  return (
    <WordsContext.Provider value={words}>
      <div ref={body} className="hp-dev__body">
        {replay && <ReplayNote key={replay.number} replay={replay} onLeave={() => setReplay(undefined)} />}
        <Inspected
          key={replay?.number ?? "live"}
          {...(replay ?? live)}
          tab={tab}
          onTab={setTab}
          recording={<RecordingTab {...live} imported={imported} onImport={setImported} onPlay={play} />}
        />
      </div>
    </WordsContext.Provider>
  );
}

function Inspected({
  client,
  threadId,
  tab,
  onTab,
  recording,
}: Subject & { tab: InspectorTab; onTab(tab: InspectorTab): void; recording: ReactElement }): ReactElement {
  const words = useInspectorWords();
  const inspection = inspectionOf(client);
  const warnings = useWarnings(inspection, threadId);
  const thread = client.thread(threadId);
  const journal = inspection.journal(threadId);
  const pending = useSelector(thread.approvals, ({ counts }) => counts.total);
  return (
    <>
      {!inspection.made && <p className="hp-dev__note">{words.plainClient}</p>}
      <Tabs chosen={tab} onChoose={onTab} counts={{ approvals: pending, warnings: warnings.length }}>
        {tab === "events" && <EventsTab journal={journal} />}
        {tab === "state" && <StateTab thread={thread} journal={journal} />}
        {tab === "approvals" && <ApprovalsTab client={client} thread={thread} journal={journal} />}
        {tab === "requests" && <RequestsTab client={client} thread={thread} journal={journal} />}
        {tab === "warnings" && <WarningsTab warnings={warnings} />}
        {tab === "recording" && recording}
      </Tabs>
    </>
  );
}

/** Those of a thread, and those of which nobody knows whose they are. */
function useWarnings(inspection: Inspection, threadId: string) {
  const all = useSelector(inspection.warnings);
  return useMemo(
    () => all.filter((entry) => entry.threadId === undefined || entry.threadId === threadId),
    [all, threadId],
  );
}
