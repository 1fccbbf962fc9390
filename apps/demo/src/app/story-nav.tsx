import { agentKeys } from "@holdpoint/react/query";
import { useIsMutating } from "@tanstack/react-query";
import { useState } from "react";
import type { StorySession } from "./story-session.ts";
import { useWaiting } from "./use-waiting.ts";

export interface StoryNavProps {
  sessions: readonly StorySession[];
  /** The id of the story that is looked at. */
  current: string | undefined;
}

export function StoryNav({ sessions, current }: StoryNavProps) {
  return (
    <nav className="stories" aria-label="Stories">
      <h2 className="eyebrow stories-heading">Stories</h2>
      <ul>
        {sessions.map((session) => (
          <StoryItem key={session.story.id} session={session} isCurrent={session.story.id === current} />
        ))}
      </ul>
      <p className="stories-note">
        Five agents that stop to ask. The page speaks <span className="nowrap">AG-UI</span> to a small Node
        server, over real HTTP, and keeps each thread in this browser until you start over.
      </p>
    </nav>
  );
}

function StoryItem({ session, isCurrent }: { session: StorySession; isCurrent: boolean }) {
  const waiting = useWaiting(session);
  const working = useIsMutating({ mutationKey: agentKeys.client(session.client) }) > 0;
  const [known, setKnown] = useState(waiting);
  const [news, setNews] = useState("");
  if (waiting !== known || (isCurrent && news !== "")) {
    setKnown(waiting);
    // In the story that is looked at, the panel speaks for itself.
    setNews(waiting > known && !isCurrent ? `${session.story.title}: ${toWords(waiting)}.` : "");
  }
  return (
    <li>
      <a href={`#${session.story.id}`} aria-current={isCurrent ? "page" : undefined}>
        {session.story.title}
        {waiting > 0 && (
          <>
            <span className="badge" aria-hidden="true">
              {waiting}
            </span>
            <span className="visually-hidden">{toWords(waiting)}</span>
          </>
        )}
        {/* In the story that is looked at, the conversation says so. */}
        {working && !isCurrent && (
          <>
            <span className="working" aria-hidden="true" />
            <span className="visually-hidden">The agent is working.</span>
          </>
        )}
      </a>
      <span role="status" className="visually-hidden">
        {news}
      </span>
    </li>
  );
}

const toWords = (waiting: number): string =>
  waiting === 1 ? "1 question waits" : `${waiting} questions wait`;
