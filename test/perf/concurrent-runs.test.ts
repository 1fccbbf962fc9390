/**
 * A thousand people at one agent, in one process with the agent's server: each run is open at the same time as
 * all others, asks its own question, and goes on with its own answer. That they are all open at once is not
 * hoped for: no agent goes on before the last of them has come.
 *
 * While they are open they hold about 80 kB each, on both sides together. Afterwards the heap is what it was: it grows by 2 % in two
 * thousand persons more; 1.1 leaves room for noise, and none for who keeps half a kilobyte of each run.
 */
import { createServer, type Server } from "node:http";
import { createAgentClient, httpTransport } from "@holdpoint/client";
import { defineAgent, interrupt, toNodeHandler } from "@holdpoint/client/agent";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collectGarbage } from "./support/collect-garbage.ts";

const RUNS = 1000;
/** The first batch fills caches and pools, which stay. */
const WARM = 1;
const MEASURED = 2;
const GATE = 1.1;

interface Rendezvous {
  /** Resolves when all have come. */
  come(): Promise<void>;
  /** How many are between their coming and their end. */
  readonly open: number;
  readonly most: number;
  leave(): void;
}

/** Holds everybody who comes until so many are there; `full` is asked to look around before they go on. */
function createRendezvous(count: number, full: () => void): Rendezvous {
  let waiting: (() => void)[] = [];
  let open = 0;
  let most = 0;
  return {
    come() {
      open++;
      most = Math.max(most, open);
      const all = new Promise<void>((resolve) => waiting.push(resolve));
      if (waiting.length === count) {
        full();
        const released = waiting;
        waiting = [];
        for (const release of released) release();
      }
      return all;
    },
    leave() {
      open--;
    },
    get open() {
      return open;
    },
    get most() {
      return most;
    },
  };
}

const heapNow = (): number => {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

const held: number[] = [];
/** What the regression below keeps of the runs. */
const kept: unknown[] = [];
let keep = (_: unknown): unknown => undefined;
const rendezvous = createRendezvous(RUNS, () => held.push(heapNow()));

interface Desk {
  owner?: string;
  steps?: string[];
}

const clerk = defineAgent<Desk>(async (ctx) => {
  keep(ctx);
  await rendezvous.come();
  try {
    const message = ctx.message();
    const answer = ctx.resumeFor("code");
    // In pieces, each a turn of its own, so that the runs take turns on the wire.
    for (const part of [
      answer ? "done " : "asked ",
      "by ",
      ctx.threadId,
      ": ",
      JSON.stringify(answer?.payload ?? null),
    ]) {
      message.delta(part);
      await ctx.drained();
    }
    message.end();
    ctx.setState(({ owner = ctx.threadId, steps = [] }) => ({ owner, steps: [...steps, ctx.runId] }));
    if (answer) return;
    return interrupt([{ id: "code", reason: "input", message: `Which code, ${ctx.threadId}?` }]);
  } finally {
    rendezvous.leave();
  }
});

let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(toNodeHandler(clerk));
  // A connection for each run: one that is kept open is closed by the server as another run is about to use it.
  server.maxRequestsPerSocket = 1;
  await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  url = `http://127.0.0.1:${address.port}/`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const connections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/** One person, from the question to the end: everything in the thread is their own. */
async function converse(id: string): Promise<void> {
  const client = createAgentClient({ transport: httpTransport({ url }) });
  const thread = client.thread(id);
  const foreign: string[] = [];
  thread.onEvent((event) => {
    if ("threadId" in event && event.threadId !== id) foreign.push(event.threadId);
  });
  const asked = await thread.send(`I am ${id}.`);
  expect(asked, String(asked.error?.cause)).toMatchObject({ status: "interrupted" });
  const questions = thread.approvals.get().items.map(({ interrupt: one }) => one?.message);
  expect(questions).toEqual([`Which code, ${id}?`]);
  expect(thread.approvals.answer("code", { code: `code of ${id}` })).toEqual([]);
  const ended = await thread.approvals.submit();
  expect(ended).toMatchObject({ status: "success" });
  expect(thread.get().messages.map(({ content }) => content)).toEqual([
    `I am ${id}.`,
    `asked by ${id}: null`,
    `done by ${id}: {"code":"code of ${id}"}`,
  ]);
  expect(thread.state.get()).toEqual({ owner: id, steps: [asked.runId, ended.runId] });
  expect(foreign).toEqual([]);
  client.dispose();
}

async function batch(name: string): Promise<void> {
  await Promise.all(Array.from({ length: RUNS }, (_, at) => converse(`${name}-${at}`)));
  expect(rendezvous.open).toBe(0);
  await expect.poll(connections).toBe(0);
}

/** Runs so many batches, and gives the heap after each. */
async function heapsAfter(name: string, batches: number): Promise<number[]> {
  const heaps: number[] = [];
  for (let at = 0; at < batches; at++) {
    await batch(`${name}${at}`);
    heaps.push(heapNow());
  }
  return heaps;
}

const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
const growth = (heaps: readonly number[]): number => (heaps.at(-1) ?? 0) / (heaps[WARM - 1] ?? 0);

test("a thousand runs at once pause and resume, none is mixed up with another, and memory stays flat", {
  timeout: 600_000,
}, async () => {
  const start = performance.now();
  const heaps = await heapsAfter("batch", WARM + MEASURED);
  const seconds = (performance.now() - start) / 1000;
  console.info(
    `${RUNS} runs open at once, ${2 * RUNS * heaps.length} in ${seconds.toFixed(1)} s. ` +
      `Heap: ${mb(Math.max(...held))} while all are open, ${heaps.map(mb).join(", ")} after each batch, ` +
      `${growth(heaps).toFixed(3)}x; gate ${GATE}x. Resident: ${mb(process.memoryUsage().rss)}`,
  );
  expect(rendezvous.most).toBe(RUNS);
  expect(growth(heaps)).toBeLessThanOrEqual(GATE);
});

test("the gate falls for who keeps the context of each run", { timeout: 600_000 }, async () => {
  const before = heapNow();
  keep = (context) => kept.push(context);
  const heaps = [before, ...(await heapsAfter("kept", 1))];
  console.info(`deliberate regression, every context kept: ${growth(heaps).toFixed(3)}x`);
  expect(growth(heaps)).toBeGreaterThan(GATE);
});
