import {
  type AgentClient,
  type AgentEvent,
  createAgentClient,
  type Decision,
  httpTransport,
  type Interrupt,
  type Readable,
} from "@holdpoint/client";
import type { Story } from "./stories.ts";
import { createWireRecorder, type WireRecorder } from "./wire-recorder.ts";

/** One story as it is played: its client, the thread it is on, and what went over the wire. */
export interface StorySession {
  readonly story: Story;
  readonly client: AgentClient;
  readonly wire: WireRecorder;
  readonly threadId: Readable<string>;
  /** What was asked, since a decision names its question only. */
  questionOf(decision: Decision): Interrupt | undefined;
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
  const questions = new Map<string, Interrupt>();
  let number = 0;
  let threadId = "";
  let forget = () => {};
  openNext();

  function openNext(): void {
    number += 1;
    threadId = `${story.id}-${number}`;
    forget = client.thread(threadId).onEvent((event) => {
      wire.noteEvent(event);
      noteQuestions(event);
    });
  }

  function noteQuestions(event: AgentEvent): void {
    if (event.type !== "RUN_FINISHED" || event.outcome?.type !== "interrupt") return;
    for (const asked of event.outcome.interrupts) questions.set(`${event.runId} ${asked.id}`, asked);
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
    questionOf: ({ runId, interruptId }) => questions.get(`${runId} ${interruptId}`),
    startOver() {
      forget();
      client.thread(threadId).stop();
      wire.clear();
      openNext();
      for (const listener of [...listeners]) listener();
    },
  };
}
