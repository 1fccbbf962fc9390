import {
  type AgentClientOptions,
  type AgentEvent,
  httpTransport,
  type RunEnd,
  type Thread,
  type ThreadSeed,
  type ThreadSnapshot,
  type Warning,
} from "@holdpoint/client";
import {
  createFakeClock,
  createTestClient,
  type TestClient,
  type TestClientOptions,
} from "@holdpoint/client/testing";
import { expect } from "vitest";
import { type Chunks, chunkings, toSse } from "./chunks.ts";
import type { WireEvent } from "./field-case.ts";
import { respondChunks, serve } from "./server.ts";

/** A client whose ids count, so that two runs of the same bytes can be compared; its clock stands still. */
export const createClient = ({
  transport,
  ...options
}: TestClientOptions & Pick<AgentClientOptions, "transport">): TestClient =>
  createTestClient(transport, { clock: createFakeClock(0), ...options });

/** The verdict on one run, and the content that it left. */
export interface Seen {
  readonly end: RunEnd;
  readonly snapshot: ThreadSnapshot;
  readonly events: readonly AgentEvent[];
  readonly warnings: readonly Warning[];
  /** Every status that the thread showed while it ran. */
  readonly statuses: readonly string[];
}

/** A body as a case gives it. */
export interface Delivered {
  readonly chunks: Chunks;
  /** The connection breaks off after the last chunk. */
  readonly broken?: Error | undefined;
  readonly seed?: ThreadSeed;
}

/** Reads one body over the HTTP transport, as run "r1" of thread "t1". */
export async function read({ chunks, broken, seed }: Delivered): Promise<Seen & { thread: Thread }> {
  const events: AgentEvent[] = [];
  const statuses: string[] = [];
  const { fetch } = serve(() => respondChunks(chunks, broken));
  // Without frames, since where they fall depends on how the body is cut.
  const client = createClient({
    transport: httpTransport({ url: "/agent" }),
    environment: { fetch },
    frames: "manual",
  });
  const thread = client.thread("t1", seed);
  thread.onEvent((event) => events.push(event));
  thread.status.subscribe(() => statuses.push(thread.status.get()));
  const end = await thread.run({ runId: "r1" });
  return { end, snapshot: thread.get(), events, warnings: client.warnings, statuses, thread };
}

/** Reads a body however it is cut; the verdict and the content must be the same each time. */
export async function readEveryChunking(
  body: Uint8Array,
  rest: Omit<Delivered, "chunks"> = {},
): Promise<Seen & { thread: Thread }> {
  const [first, ...others] = await Promise.all(
    chunkings(body).map(async ({ name, chunks }) => ({ name, seen: await read({ ...rest, chunks }) })),
  );
  if (first === undefined) throw new Error("There is no chunking.");
  for (const { name, seen } of others) expect(comparable(seen), name).toEqual(comparable(first.seen));
  return first.seen;
}

/** The same for events. */
export const readEvents = (
  events: readonly WireEvent[],
  rest: Omit<Delivered, "chunks"> = {},
): Promise<Seen & { thread: Thread }> => readEveryChunking(toSse(events), rest);

const comparable = ({ end, snapshot, events, warnings, statuses }: Seen): Seen => ({
  end,
  snapshot,
  events,
  warnings,
  statuses,
});

/** The text of a message; undefined where there is none. */
export function textOf({ snapshot }: Pick<Seen, "snapshot">, id: string): unknown {
  return snapshot.messages.find((message) => message.id === id)?.content;
}
