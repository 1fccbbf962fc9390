import { useEffect, useState } from "react";
import type { StorySession } from "./story-session.ts";

/** The story that the address names after "#"; any other name there leaves the choice as it is. */
export function useChosen(sessions: readonly StorySession[]): StorySession | undefined {
  const [chosen, setChosen] = useState(() => named(sessions) ?? sessions[0]);
  useEffect(() => {
    const follow = () => setChosen((before) => named(sessions) ?? before);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [sessions]);
  return chosen;
}

function named(sessions: readonly StorySession[]): StorySession | undefined {
  return sessions.find(({ story }) => location.hash === `#${story.id}`);
}
