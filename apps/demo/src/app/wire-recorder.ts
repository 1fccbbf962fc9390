import type { AgentEvent, Readable } from "@holdpoint/client";

export interface WireRequest {
  readonly url: string;
  /** The body as it left, to the byte. */
  readonly body: string;
}

export type WireEntry =
  | { readonly kind: "request"; readonly key: number; readonly request: WireRequest; readonly number: number }
  | { readonly kind: "event"; readonly key: number; readonly event: AgentEvent };

export interface Wire {
  readonly entries: readonly WireEntry[];
  readonly requestCount: number;
  readonly lastRequest: WireRequest | undefined;
}

export interface WireRecorder extends Readable<Wire> {
  /** Goes to the client as its `fetch`; notes what leaves and passes it on. */
  readonly fetch: typeof fetch;
  noteEvent(event: AgentEvent): void;
  clear(): void;
}

const EMPTY: Wire = { entries: [], requestCount: 0, lastRequest: undefined };

/** Notes every request and every event of one story, in the order they happened. */
export function createWireRecorder(): WireRecorder {
  let wire = EMPTY;
  let nextKey = 0;
  const listeners = new Set<() => void>();

  function publish(next: Wire): void {
    wire = next;
    for (const listener of [...listeners]) listener();
  }

  return {
    get: () => wire,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    fetch(input, init) {
      if (typeof init?.body === "string") {
        const request = { url: urlOf(input), body: init.body };
        const number = wire.requestCount + 1;
        const entry: WireEntry = { kind: "request", key: nextKey++, request, number };
        publish({ entries: [...wire.entries, entry], requestCount: number, lastRequest: request });
      }
      return globalThis.fetch(input, init);
    },
    noteEvent(event) {
      publish({ ...wire, entries: [...wire.entries, { kind: "event", key: nextKey++, event }] });
    },
    clear: () => publish(EMPTY),
  };
}

function urlOf(input: RequestInfo | URL): string {
  if (typeof input === "string") return input;
  return input instanceof URL ? input.href : input.url;
}
