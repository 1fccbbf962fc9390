/** A thread is the same after its record has been JSON; and no record, however broken, does any harm. */
import {
  type ApprovalItem,
  createAgentClient,
  createStorage,
  isStorageError,
  memoryAdapter,
  readRecord,
  type Thread,
  type ThreadRecord,
  type Warning,
} from "@holdpoint/client";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildRun, RUN, THREAD } from "./support/build-run.ts";
import { plans } from "./support/commands.ts";
import { type JsonMutation, jsonMutations, mutateJson } from "./support/mutate-json.ts";
import { inProcess } from "./support/play.ts";
import { expectUnpolluted } from "./support/sound.ts";

const seed = 20_261_130;

/** What a person does to one of the questions. */
interface Edit {
  readonly does: "answer" | "draft" | "decline" | "clear";
  readonly item: number;
  readonly value: unknown;
}

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    does: fc.constantFrom<Edit["does"]>("answer", "answer", "draft", "decline", "clear"),
    item: fc.nat(1),
    value: fc.jsonValue(),
  }),
  { maxLength: 5 },
);

const asking = plans.map((plan) => ({
  ...plan,
  end: plan.end === "success" ? ("interrupt" as const) : plan.end,
}));

const ended = (threadId: string) => [
  { type: "RUN_STARTED", threadId, runId: "again" },
  { type: "RUN_FINISHED", threadId, runId: "again" },
];

function threadOver(events: readonly unknown[]): { thread: Thread; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const client = createAgentClient({
    transport: inProcess([...events]),
    onWarning: (warning) => warnings.push(warning),
    environment: {
      schedule(task) {
        const timer = setTimeout(task);
        return () => clearTimeout(timer);
      },
    },
  });
  return { thread: client.thread(THREAD), warnings };
}

function edit({ approvals }: Thread, changes: readonly Edit[]): void {
  for (const { does, item, value } of changes) {
    const id = approvals.get().items[item]?.id;
    if (id === undefined) continue;
    if (does === "answer") approvals.answer(id, value, { metadata: { by: "hand" } });
    else if (does === "draft") approvals.draft(id, value);
    else if (does === "decline") approvals.decline(id, { payload: value });
    else approvals.clear(id);
  }
}

/** A thread with a run behind it, and what a person has said to its questions. */
async function threadOf(plan: Parameters<typeof buildRun>[0], changes: readonly Edit[]): Promise<Thread> {
  const { thread } = threadOver(buildRun(plan).events);
  await thread.run({ runId: RUN });
  edit(thread, changes);
  if (changes.length > 3 && thread.approvals.get().batch !== null) {
    thread.approvals.declineAll();
    const end = thread.approvals.submit();
    if (changes.length > 4) thread.stop();
    await end;
  }
  return thread;
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/**
 * Faults belong to the moment in which somebody typed; what was typed is the draft, and stays. Of two results
 * of one call, the last to be touched shows, which a record does not know.
 */
const lasting = (items: readonly ApprovalItem[]): unknown[] =>
  items.map(({ errors: _, toolCall, ...item }) => ({
    ...item,
    toolCall: toolCall && { ...toolCall, result: undefined, error: undefined },
  }));

const lastingOf = ({ batch, ...record }: ThreadRecord): unknown =>
  asJson({ ...record, batch: batch && { ...batch, items: lasting(batch.items) } });

/** What a person sees of a thread, but for how its last run ended: that is over. */
function shownBy(thread: Thread): unknown {
  const { messages, state, approvals, usage, decisions } = thread.get();
  const { error, items, ...rest } = approvals;
  const asked = { ...rest, items: lasting(items), error: error?.message };
  return asJson({ messages, state, usage, decisions, approvals: asked });
}

test("a record that has been JSON is the same thread again", async () => {
  await fc.assert(
    fc.asyncProperty(asking, edits, async (plan, changes) => {
      const thread = await threadOf(plan, changes);
      const record = thread.export();
      const warnings: Warning[] = [];
      const other = threadOver([]).thread;
      other.hydrate(readRecord(asJson(record), (warning) => warnings.push(warning)));
      expect(warnings).toEqual([]);
      expect(lastingOf(other.export())).toEqual(lastingOf(record));
      const shown = shownBy(thread);
      if (thread.approvals.get().batch !== null) expect(shownBy(other)).toEqual(shown);
    }),
    { seed, numRuns: 400 },
  );
});

/** Takes a record where it can be taken; the only complaint there may be is a `StorageError`. */
function take(value: unknown): void {
  try {
    const record = readRecord(value);
    const { thread } = threadOver([]);
    thread.hydrate(record);
    thread.get();
    edit(thread, record.batch?.phase === "open" ? [{ does: "draft", item: 0, value: "x" }] : []);
    readRecord(asJson(thread.export()));
  } catch (error) {
    if (!isStorageError(error)) throw error;
    expect(error.message).toMatch(/record/);
  }
}

test("a changed record is read, or refused with the place", async () => {
  await fc.assert(
    fc.asyncProperty(asking, edits, jsonMutations, async (plan, changes, mutations) => {
      const thread = await threadOf(plan, changes);
      take(mutateJson(asJson(thread.export()), mutations));
    }),
    { seed, numRuns: 500 },
  );
  fc.assert(fc.property(fc.jsonValue(), take), { seed, numRuns: 300 });
  expectUnpolluted();
});

/** A text that a storage may have come to hold. */
function corrupted(
  text: string,
  how: { cut: number; insert: string; mutations: JsonMutation[] | undefined },
): string {
  if (how.mutations !== undefined) return JSON.stringify(mutateJson(JSON.parse(text), how.mutations));
  const at = how.cut % (text.length + 1);
  return text.slice(0, at) + how.insert + (how.cut % 2 === 0 ? "" : text.slice(at + 1));
}

test("whatever a storage holds, the thread goes on, and keeps what comes", async () => {
  const how = fc.record({
    cut: fc.nat(),
    insert: fc.string({ maxLength: 5 }),
    mutations: fc.option(jsonMutations, { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(asking, edits, how, async (plan, changes, harm) => {
      const record = (await threadOf(plan, changes)).export();
      const text = `{"revision":"7.tab","record":${JSON.stringify(record)}}`;
      const key = `holdpoint/thread/${THREAD}`;
      const texts = new Map([[key, corrupted(text, harm)]]);
      const warnings: Warning[] = [];
      const client = createAgentClient({
        transport: inProcess(ended(THREAD)),
        storage: createStorage(memoryAdapter(texts)),
        onWarning: (warning) => warnings.push(warning),
        environment: { locks: null, channel: null },
      });
      client.inbox.get();
      const thread = client.thread(THREAD);
      await thread.ready;
      expect(warnings.map(({ code }) => code)).not.toContain("storage-failed");
      const isPending = thread.approvals.get().batch !== null;
      const sent = thread.send("Go on");
      if (isPending) await expect(sent).rejects.toMatchObject({ name: "ApprovalError" });
      else {
        expect((await sent).status).toBe("success");
        client.dispose();
        await expect.poll(() => texts.get(key)).toContain("Go on");
      }
      client.dispose();
    }),
    { seed, numRuns: 300 },
  );
  expectUnpolluted();
});
