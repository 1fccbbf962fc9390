import { type AgentClient, httpTransport, type Readable } from "@holdpoint/client";
import { createInspectableClient } from "@holdpoint/react/devtools";
import { storageOf } from "./kept.ts";
import type { Story } from "./stories.ts";

/** One story as it is played: its client, and its thread. */
export interface StorySession {
  readonly story: Story;
  readonly client: AgentClient;
  /** How often the story was begun on this page; 0 while its thread is being forgotten. */
  readonly beginning: Readable<number>;
  /** Forgets the thread, here and where it is kept, and begins again. */
  startOver(): Promise<void>;
}

export function createStorySession(story: Story): StorySession {
  const client = createInspectableClient({
    transport: httpTransport({ url: story.url }),
    actor: "Demo visitor",
    ...storageOf(story.id, location.search),
  });
  const listeners = new Set<() => void>();
  let beginning = 0;
  let begun = 0;
  begin();

  function begin(): void {
    begun += 1;
    // The same id each time, so that a reload and another tab find the thread.
    client.thread(story.id);
    show(begun);
  }

  function show(next: number): void {
    beginning = next;
    for (const listener of [...listeners]) listener();
  }

  return {
    story,
    client,
    beginning: {
      get: () => beginning,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    async startOver() {
      show(0);
      try {
        await client.remove(story.id);
      } finally {
        begin();
      }
    },
  };
}
