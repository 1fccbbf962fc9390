import {
  type AgentEvent,
  createAgentClient,
  httpTransport,
  isProtocolError,
  type RunEnd,
  type Thread,
  type ThreadSnapshot,
  type Transport,
  type Warning,
} from "@holdpoint/client";
import { RUN, THREAD } from "./build-run.ts";

/** Everything that an application can see of a run. */
export interface Seen {
  readonly end: RunEnd;
  readonly snapshot: ThreadSnapshot;
  readonly events: AgentEvent[];
  readonly warnings: Warning[];
  readonly calls: unknown[];
}

const WATCHDOG_MS = 5000;

/** Runs one stream through a client; throws where its promise stays open. */
export async function play(transport: Transport): Promise<Seen> {
  const warnings: Warning[] = [];
  const events: AgentEvent[] = [];
  let ids = 0;
  const client = createAgentClient({
    transport,
    onWarning: (warning) => warnings.push(warning),
    environment: {
      clock: () => 1_700_000_000_000,
      generateId: (kind) => `${kind}-${ids++}`,
      schedule: (task) => {
        const timer = setTimeout(task, 0);
        return () => clearTimeout(timer);
      },
    },
  });
  const thread = client.thread(THREAD);
  thread.onEvent((event) => events.push(event));
  thread.subscribe(() => thread.get());
  const end = await watched(thread.run({ runId: RUN }));
  const seen = { end, snapshot: thread.get(), events, warnings, calls: callsOf(thread) };
  client.dispose();
  return seen;
}

async function watched<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`A run did not end within ${WATCHDOG_MS} ms.`)), WATCHDOG_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function callsOf(thread: Thread): unknown[] {
  const ids = thread
    .get()
    .messages.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []))
    .map(({ id }) => id);
  return ids.map((id) => ({ ...thread.toolCall(id).get() }));
}

/** What must be the same whatever way the same events came, as plain data. */
export function dataOf({ end, snapshot, events, warnings, calls }: Seen): Record<string, unknown> {
  const { error, ...rest } = end;
  const { error: _, ...thread } = snapshot;
  const fault = error && {
    name: error.name,
    message: error.message,
    ...(isProtocolError(error) && { rule: error.rule, path: error.path, index: error.index }),
  };
  return { end: rest, fault, thread, events, warnings, calls };
}

/** Hands objects over in process, some to a batch. */
export const inProcess = (events: readonly unknown[], batch = 1): Transport =>
  async function* () {
    for (let at = 0; at < events.length; at += batch) yield structuredClone(events.slice(at, at + batch));
  };

/** Answers with these chunks of bytes as an event stream. */
export const overBytes = (chunks: readonly Uint8Array[]): Transport => {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[at++];
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
  const response = new Response(body, { headers: { "content-type": "text/event-stream" } });
  return httpTransport({ url: "http://agent.test/", fetch: async () => response });
};

const encoder = new TextEncoder();

/** Events as the frames of a body, with one kind of line ending. */
export const framesOf = (events: readonly unknown[], eol = "\n"): Uint8Array[] =>
  events.map((event) => encoder.encode(`data: ${JSON.stringify(event)}${eol}${eol}`));

/** Bytes cut at the given places, taken modulo their length; without places, left whole. */
export function cutAt(parts: readonly Uint8Array[], places: readonly number[] = []): Uint8Array[] {
  const bytes = new Uint8Array(Buffer.concat(parts));
  const at = [...new Set([0, ...places.map((place) => place % (bytes.length + 1)), bytes.length])];
  at.sort((a, b) => a - b);
  return at.slice(1).map((end, index) => bytes.slice(at[index], end));
}
