/**
 * A person edits one question at a time. An edit makes a new value of the whole batch, whose items it counts
 * and finds again by id, so it is linear in their number; but judging the answer by its schema, which costs most,
 * is for the one item. Among ten times as many questions an edit costs 1.6 times as much; 3 leaves room for noise,
 * and none for who judges, prepares or compares every item at each edit, which is near 10, or goes through
 * the batch for each of its items, which is above it.
 */
import {
  createAgentClient,
  createStorage,
  memoryAdapter,
  type Thread,
  type ThreadRecord,
} from "@holdpoint/client";
import { expect, test } from "vitest";
import { collectGarbage } from "./support/collect-garbage.ts";
import { compare, figure, processorTime, type Work } from "./support/measure.ts";

const EDIT_GATE = 3;
/** Keeping and reading back are linear: ten times as much text, and what comes to both once. */
const KEEP_GATE = 13;
const EDITS = 2000;

const schemaOf = (at: number) => ({
  type: "object",
  properties: {
    city: { type: "string", minLength: 1, description: `The city of question ${at}.` },
    nights: { type: "integer", minimum: 1, maximum: 30 },
    rooms: {
      type: "array",
      items: { type: "object", properties: { beds: { type: "integer" } }, required: ["beds"] },
    },
    board: { enum: ["none", "breakfast", "full"] },
  },
  required: ["city", "nights"],
});
const answerOf = (at: number) => ({
  city: "Bern",
  nights: 1 + (at % 30),
  rooms: [{ beds: 2 }],
  board: "full",
});

/** The record of a thread with so many questions. */
const asked = (count: number): ThreadRecord => {
  const items = Array.from({ length: count }, (_, at) => ({
    id: `q${at}`,
    batch: "b",
    kind: "interrupt" as const,
    interrupt: {
      id: `q${at}`,
      reason: "trip",
      message: `Where to, in week ${at}?`,
      responseSchema: schemaOf(at),
      expiresAt: "2099-01-01T00:00:00Z",
    },
    toolCall: null,
    status: "open" as const,
    expired: false,
    expiresAt: Date.parse("2099-01-01T00:00:00Z"),
    errors: [],
    notice: null,
  }));
  const batch = {
    batch: "b",
    runId: "r",
    phase: "open" as const,
    started: false,
    sent: null,
    error: null,
    items,
  };
  return { version: 1, threadId: "t1", messages: [], state: {}, batch, decisions: [], usage: [] };
};

function threadOver(texts?: Map<string, string>): { thread: Thread; dispose(): void } {
  const client = createAgentClient({
    transport: async function* () {},
    ...(texts && { storage: createStorage(memoryAdapter(texts)) }),
    onWarning({ message }) {
      throw new Error(message);
    },
    environment: { locks: null, channel: null },
  });
  const thread = client.thread("t1");
  thread.subscribe(() => thread.get());
  return { thread, dispose: client.dispose };
}

/** The time of so many edits, one after the other, in turn to all the questions. */
function editing(count: number, edits: number, spoil: (thread: Thread) => void = () => {}): Work {
  return async () => {
    const { thread, dispose } = threadOver();
    thread.hydrate(asked(count));
    spoil(thread);
    const { approvals } = thread;
    // Every schema is prepared once, when it is first needed.
    for (let at = 0; at < count; at++) approvals.answer(`q${at}`, answerOf(at));
    collectGarbage();
    const before = processorTime();
    for (let edit = 0; edit < edits; edit++) {
      const id = `q${edit % count}`;
      approvals.draft(id, { city: "Ber", nights: `${edit}` });
      approvals.answer(id, answerOf(edit));
    }
    const took = processorTime() - before;
    if (!approvals.get().ready) throw new Error("Not everything is answered.");
    dispose();
    return took;
  };
}

test("an edit in a batch of 100 against one in a batch of 10", async () => {
  const result = await compare(editing(100, EDITS), editing(10, EDITS));
  console.info(
    `${figure(`${EDITS} drafts and answers among 100 questions against 10`, result)}; gate ${EDIT_GATE}x`,
  );
  expect(result.ratio).toBeLessThanOrEqual(EDIT_GATE);
});

test("the gate falls for who goes through the batch for each of its items", async () => {
  const spoil = ({ approvals }: Thread): void => {
    approvals.subscribe(() => {
      const { items } = approvals.get();
      for (const { id } of items) items.filter((item) => JSON.stringify(item.id) === id);
    });
  };
  const result = await compare(editing(100, 200, spoil), editing(10, 200, spoil), 3);
  console.info(figure("deliberate regression, every item looked for at each edit", result));
  expect(result.ratio).toBeGreaterThan(EDIT_GATE);
});

/** The time to come back with a batch from a storage, to edit it, and to keep it again. */
function keeping(count: number): Work {
  return async () => {
    const key = "holdpoint/thread/t1";
    const texts = new Map([[key, `{"revision":"1.tab","record":${JSON.stringify(asked(count))}}`]]);
    collectGarbage();
    const before = processorTime();
    for (let round = 0; round < 20; round++) {
      const { thread, dispose } = threadOver(texts);
      await thread.ready;
      thread.approvals.draft("q0", { round });
      dispose();
      while (!texts.get(key)?.includes(`"draft":{"round":${round}}`)) await undefined;
    }
    return processorTime() - before;
  };
}

test("restoring and keeping a batch of 100 against one of 10", async () => {
  const result = await compare(keeping(100), keeping(10));
  console.info(
    `${figure("20 times there and back with 100 questions against 10", result)}; gate ${KEEP_GATE}x`,
  );
  expect(result.ratio).toBeLessThanOrEqual(KEEP_GATE);
});
