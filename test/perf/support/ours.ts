import {
  createAgentClient,
  httpTransport,
  type Message,
  type Thread,
  type Transport,
} from "@holdpoint/client";
import { RUN, serving, THREAD } from "./streams.ts";

/** A frame of a display: what a browser gives between two publishes. */
const FRAME_MS = 16;

/** A thread whose readers look at it at each publish, as a page does, at most once a frame. */
export function threadOver(
  transport: Transport,
  { messages = [], state }: { messages?: readonly Message[]; state?: unknown } = {},
): Thread {
  const client = createAgentClient({
    transport,
    onWarning: ({ message }) => {
      throw new Error(message);
    },
    environment: {
      schedule: (task) => {
        const timer = setTimeout(task, FRAME_MS);
        return () => clearTimeout(timer);
      },
    },
  });
  const thread = client.thread(THREAD, { messages, state });
  thread.subscribe(() => thread.get());
  return thread;
}

/** Runs bytes through the client to the published state; throws where the run does not succeed. */
export async function readBytes(chunks: readonly Uint8Array[]): Promise<Thread> {
  const thread = threadOver(httpTransport({ url: "http://agent.test/", fetch: serving(chunks) }));
  await runThread(thread);
  return thread;
}

export async function runThread(thread: Thread): Promise<void> {
  const end = await thread.run({ runId: RUN });
  if (end.status !== "success") throw new Error(`ended ${end.status}: ${end.error?.message}`);
}

/** The messages of a conversation that went before. */
export const earlier = (count: number): Message[] =>
  Array.from({ length: count }, (_, at) =>
    at % 2 === 0
      ? { id: `u${at}`, role: "user", content: `Question ${at} of the conversation.` }
      : { id: `a${at}`, role: "assistant", content: `Answer ${at}, with a sentence or two to it.` },
  );
