import type { RunAgentInput } from "@holdpoint/client";
import { type Chunks, toBytes, toSse } from "./chunks.ts";
import type { WireEvent } from "./field-case.ts";

export const eventStream: Readonly<Record<string, string>> = { "content-type": "text/event-stream" };

/** A body that hands over one chunk at a time, then closes or breaks off; cancelling it ends a generator. */
export function toBody(chunks: Iterable<Uint8Array>, broken?: Error): ReadableStream<Uint8Array> {
  const rest = chunks[Symbol.iterator]();
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = rest.next();
        if (next.done !== true) controller.enqueue(next.value);
        else if (broken === undefined) controller.close();
        else controller.error(broken);
      },
      cancel() {
        rest.return?.();
      },
    },
    // Nothing is read ahead, so that a break comes after what was sent and does not overtake it.
    { highWaterMark: 0 },
  );
}

export const respond = (body: BodyInit | null, init: ResponseInit = { headers: eventStream }): Response =>
  new Response(body, init);

export const respondEvents = (events: readonly WireEvent[]): Response => respond(toBody([toSse(events)]));

export const respondChunks = (chunks: Chunks, broken?: Error): Response => respond(toBody(chunks, broken));

/** One request as the server saw it. */
export interface Received {
  readonly input: RunAgentInput;
  readonly headers: Headers;
  readonly init: RequestInit;
}

export type Answer = (request: Received) => Response | Promise<Response>;

/** A server without a network: answers the requests in turn and keeps each of them. */
export function serve(...answers: Answer[]): { fetch: typeof fetch; requests: Received[] } {
  const requests: Received[] = [];
  return {
    requests,
    fetch: async (_url, init = {}) => {
      const input: RunAgentInput = JSON.parse(String(init.body));
      const received = { input, headers: new Headers(init.headers), init };
      const answer = answers[requests.length];
      requests.push(received);
      if (answer === undefined) throw new Error("The server expected no further request.");
      return answer(received);
    },
  };
}

/** An event stream that stays open and that a test writes to. */
export interface OpenStream {
  readonly response: Response;
  /** Sends text; into nothing once the reader has gone, as on a closed connection. */
  write(text: string): void;
  close(): void;
  isCancelled(): boolean;
}

export function openStream(): OpenStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let open = true;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
    },
    cancel() {
      open = false;
      cancelled = true;
    },
  });
  return {
    response: respond(body),
    write(text) {
      if (open) controller?.enqueue(toBytes(text));
    },
    close() {
      if (open) controller?.close();
      open = false;
    },
    isCancelled: () => cancelled,
  };
}
