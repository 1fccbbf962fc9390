import { type AgentClient, createAgentClient, httpTransport, type Readable } from "@holdpoint/client";
import type { Story } from "./stories.ts";
import { createWireRecorder, type WireRecorder } from "./wire-recorder.ts";

/** One story as it is played: its client, the thread it is on, and what went over the wire. */
export interface StorySession {
  readonly story: Story;
  readonly client: AgentClient;
  readonly wire: WireRecorder;
  readonly threadId: Readable<string>;
  /** Leaves the thread and begins another. */
  startOver(): void;
}

export function createStorySession(story: Story): StorySession {
  const wire = createWireRecorder();
  const client = createAgentClient({
    transport: httpTransport({ url: story.url }),
    environment: { fetch: wire.fetch },
    actor: "Demo visitor",
  });
  const listeners = new Set<() => void>();
  let number = 0;
  let threadId = "";
  let forget = () => {};
  openNext();

  function openNext(): void {
    number += 1;
    threadId = `${story.id}-${number}`;
    forget = client.thread(threadId).onEvent(wire.noteEvent);
  }

  return {
    story,
    client,
    wire,
    threadId: {
      get: () => threadId,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    startOver() {
      forget();
      client.thread(threadId).stop();
      wire.clear();
      openNext();
      for (const listener of [...listeners]) listener();
    },
  };
}
