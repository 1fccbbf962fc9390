import { AgentProvider, useSelector } from "@holdpoint/react";
import { useRef } from "react";
import { Conversation } from "./conversation.tsx";
import { InspectorPane } from "./inspector-pane.tsx";
import { StoryNav } from "./story-nav.tsx";
import type { StorySession } from "./story-session.ts";
import { ThemeSwitch } from "./theme-switch.tsx";
import { useChosen } from "./use-chosen.ts";

export function App({ sessions }: { sessions: readonly StorySession[] }) {
  const session = useChosen(sessions);
  const main = useRef<HTMLElement>(null);
  return (
    <>
      <a className="skip-link" href="#conversation">
        Skip to the conversation
      </a>
      <header className="top">
        <p className="wordmark">
          <img src="/mark.svg" alt="" width="22" height="22" />
          Holdpoint
          <span className="wordmark-note">demo</span>
        </p>
        <ThemeSwitch />
      </header>
      <StoryNav sessions={sessions} current={session?.story.id} />
      <main ref={main} id="conversation" tabIndex={-1} className="middle" aria-label="Conversation">
        {session && (
          <Play
            key={session.story.id}
            session={session}
            onStartOver={() => {
              void session.startOver();
              // The button that was pressed goes with its thread, and the focus must not go with it.
              main.current?.focus();
            }}
          />
        )}
      </main>
      {session && <InspectorPane key={session.story.id} session={session} />}
    </>
  );
}

function Play({ session, onStartOver }: { session: StorySession; onStartOver: () => void }) {
  const beginning = useSelector(session.beginning);
  if (beginning === 0) return null;
  return (
    <AgentProvider client={session.client}>
      <Conversation key={beginning} story={session.story} onStartOver={onStartOver} />
    </AgentProvider>
  );
}
