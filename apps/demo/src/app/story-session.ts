import { type AgentClient, createAgentClient, httpTransport, type Readable } from "@holdpoint/client";
import { storageOf } from "./kept.ts";
import type { Story } from "./stories.ts";
import { createWireRecorder, type WireRecorder } from "./wire-recorder.ts";

/** One story as it is played: its client, its thread, and what went over the wire. */
export interface StorySession {
  readonly story: Story;
  readonly client: AgentClient;
  readonly wire: WireRecorder;
  /** How often the story was begun on this page; 0 while its thread is being forgotten. */
  readonly beginning: Readable<number>;
  /** Forgets the thread, here and where it is kept, and begins again. */
  startOver(): Promise<void>;
}

export function createStorySession(story: Story): StorySession {
  const wire = createWireRecorder();
  const client = createAgentClient({
    transport: httpTransport({ url: story.url }),
    environment: { fetch: wire.fetch },
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
    client.thread(story.id).onEvent(wire.noteEvent);
    show(begun);
  }

  function show(next: number): void {
    beginning = next;
    for (const listener of [...listeners]) listener();
  }

  return {
    story,
    client,
    wire,
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
        wire.clear();
        begin();
      }
    },
  };
}
