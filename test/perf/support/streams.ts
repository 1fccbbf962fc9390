export const THREAD = "t1";
export const RUN = "r1";

const encoder = new TextEncoder();

/** One event as the frame that carries it. */
export const frame = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;

/** A run around what it brings. */
export const inRun = (events: readonly object[]): object[] => [
  { type: "RUN_STARTED", threadId: THREAD, runId: RUN, protocolVersion: "1.1" },
  ...events,
  { type: "RUN_FINISHED", threadId: THREAD, runId: RUN },
];

/** Cuts a text into chunks of bytes of one size, the last one shorter. */
export function cut(text: string, size: number): Uint8Array[] {
  const bytes = encoder.encode(text);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
  return chunks;
}

/** Chunks as a server writes them that flushes after every few events. */
export function grouped(events: readonly object[], group: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < events.length; at += group) {
    chunks.push(
      encoder.encode(
        events
          .slice(at, at + group)
          .map(frame)
          .join(""),
      ),
    );
  }
  return chunks;
}

const words = "the agent has looked at the orders of this week and found that three of them wait ".split(" ");

/** A text message of many small deltas. */
export function textDeltas(count: number): object[] {
  const messageId = "m-live";
  const deltas = Array.from({ length: count }, (_, at) => ({
    type: "TEXT_MESSAGE_CONTENT",
    messageId,
    delta: `${words[at % words.length]} `,
  }));
  return [
    { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
    ...deltas,
    { type: "TEXT_MESSAGE_END", messageId },
  ];
}

/** The same message as chunk events, each naming it. */
export const textChunks = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => ({
    type: "TEXT_MESSAGE_CHUNK",
    messageId: "m-live",
    delta: `${words[at % words.length]} `,
  }));

/** A body that hands its chunks over one at a time, as a network does. */
export function bodyOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[at++];
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
}

/** A server that answers every request with these chunks. */
export const serving =
  (chunks: readonly Uint8Array[]): typeof fetch =>
  async () =>
    new Response(bodyOf(chunks), { headers: { "content-type": "text/event-stream" } });
