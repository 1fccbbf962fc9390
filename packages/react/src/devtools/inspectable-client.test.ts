import {
  type AgentClientOptions,
  createAgentClient,
  httpTransport,
  type RunAgentInput,
  type Transport,
  TransportError,
  type Warning,
} from "@holdpoint/client";
import { createGate, rawRun, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { asks, finished, message, started, succeeds } from "../../../../test/support/scripted.ts";
import { createInspectableClient, type InspectOptions } from "./inspectable-client.ts";
import { inspectionOf } from "./inspection.ts";

afterEach(() => void vi.restoreAllMocks());

function make(scripts: Script[], options: Partial<AgentClientOptions> = {}, inspect: InspectOptions = {}) {
  const warnings: Warning[] = [];
  const { transport, inputs } = scriptedAgent(...scripts);
  const client = createInspectableClient(
    { transport, onWarning: (warning) => warnings.push(warning), ...options },
    inspect,
  );
  const inspection = inspectionOf(client);
  return { client, inputs, warnings, inspection, view: (id = "t") => inspection.journal(id).get() };
}

const oddEvents = (input: RunAgentInput): readonly object[] => [
  started(input),
  { type: "FROM_THE_FUTURE" },
  { type: "STATE_SNAPSHOT", snapshot: { count: 1 } },
  { type: "STATE_DELTA", delta: [{ op: "replace", path: "/count", value: 2 }], later: true },
  { type: "TEXT_MESSAGE_CHUNK", messageId: "m", role: "assistant", delta: "Hi" },
  finished(input),
];

const odd: Script = rawRun(oddEvents);

describe("a client that can be inspected", () => {
  it("notes each request, each object as it came, and what became of it", async () => {
    const { client, inputs, view } = make([odd]);
    await client.thread("t").send("Go");
    const { runs, events, dropped } = view();
    expect(runs.map(({ run, input, ended }) => ({ run, input, end: ended?.end }))).toEqual([
      { run: 1, input: inputs[0], end: "closed" },
    ]);
    expect(events.map(({ raw }) => raw)).toEqual(inputs.flatMap(oddEvents));
    expect(events.map(({ applied }) => applied.map(({ type }) => type))).toEqual([
      ["RUN_STARTED"],
      [],
      ["STATE_SNAPSHOT"],
      ["STATE_DELTA"],
      ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT"],
      ["TEXT_MESSAGE_END", "RUN_FINISHED"],
    ]);
    expect(events[3]?.changed).toEqual({ what: "state", before: { count: 1 }, after: { count: 2 } });
    expect(dropped).toEqual({ runs: 0, events: 0 });
  });

  it("puts each warning to the event and the thread that it is about, and passes it on", async () => {
    const half = createGate();
    const { client, warnings, view, inspection } = make([
      rawRun(async function* (input) {
        yield started(input);
        await half.opened;
        yield { type: "FROM_THE_FUTURE" };
        yield finished(input);
      }),
      rawRun((input) => [started(input), { ...finished(input), odd: 1 }]),
    ]);
    const first = client.thread("a").run();
    await client.thread("b").run();
    half.open();
    await first;
    expect(view("a").events.map(({ warnings: of }) => of.length)).toEqual([0, 1, 0]);
    expect(view("b").events.map(({ warnings: of }) => of.length)).toEqual([0, 1]);
    const noted = inspection.warnings.get();
    expect(noted.map(({ warning }) => warning)).toEqual(warnings);
    expect(noted.map(({ threadId, run, type }) => ({ threadId, run, type }))).toEqual([
      { threadId: "b", run: 1, type: "RUN_FINISHED" },
      { threadId: "a", run: 1, type: "FROM_THE_FUTURE" },
    ]);
  });

  it("puts a warning to nothing that is about none", async () => {
    const { client, inspection } = make([odd, succeeds]);
    await client.thread("t").run();
    client.thread("t").setMessages([{ id: "m", role: "user", content: "Hi", ...{ later: 1 } }]);
    await client.thread("t").run();
    const { warning, ...about } = inspection.warnings.get().at(-1) ?? {};
    expect(warning?.message).toContain("later");
    expect(about).toEqual({ key: expect.any(Number), at: expect.any(Number) });
  });

  it("warns on the console as a client does that has no receiver", async () => {
    const lines = vi.spyOn(console, "warn").mockImplementation(() => {});
    const twice = rawRun((input) => [started(input), { type: "NEW" }, { type: "NEW" }, finished(input)]);
    for (const create of [createAgentClient, createInspectableClient]) {
      lines.mockClear();
      const thread = create({ transport: scriptedAgent(twice, twice).transport }).thread("t");
      await thread.run();
      await thread.run();
      expect(lines.mock.calls).toEqual([
        [expect.stringContaining("[holdpoint]")],
        [expect.stringContaining("[holdpoint]")],
      ]);
    }
  });

  it("tells how a stream ended: closed, stopped, broken off, refused", async () => {
    const fails: Transport = async function* () {
      yield [];
      throw new TransportError("Gone.", { status: 502 });
    };
    const broken = make([], { transport: fails });
    expect((await broken.client.thread("t").run()).status).toBe("unstarted");
    expect(broken.view().runs[0]?.ended).toMatchObject({ end: "failed", message: "Gone.", status: 502 });

    const never = createGate();
    const slow = make([
      rawRun(async function* (input) {
        yield started(input);
        await never.opened;
      }),
    ]);
    const ending = slow.client.thread("t").run();
    await vi.waitUntil(() => slow.view().events.length === 1);
    slow.client.thread("t").stop();
    expect((await ending).status).toBe("stopped");
    never.open();
    await vi.waitFor(() => expect(slow.view().runs[0]?.ended?.end).toBe("stopped"));

    const refused = make([
      rawRun((input) => [started(input), { type: "TEXT_MESSAGE_END", messageId: "never" }]),
    ]);
    expect((await refused.client.thread("t").run()).status).toBe("rejected");
    expect(refused.view().events.map(({ applied }) => applied.length)).toEqual([1, 0]);
  });

  it("hands on the batches as they are, so that the thread shows the same", async () => {
    const records = [];
    for (const create of [createAgentClient, createInspectableClient]) {
      const { transport } = scriptedAgent(odd, succeeds);
      let id = 0;
      const client = create({
        transport,
        onWarning() {},
        environment: { generateId: (kind) => `${kind}-${id++}`, clock: () => 0 },
      });
      await client.thread("t").send("Go");
      await client.thread("t").run();
      records.push(client.thread("t").export());
    }
    expect(records[1]).toEqual(records[0]);
  });

  it("keeps the last events, and tells how many are gone", async () => {
    const talk = rawRun((input) => [
      started(input),
      ...Array.from({ length: 30 }, (_, at) => message(`m${at}`, "word")).flat(),
      finished(input),
    ]);
    const { client, view } = make([talk], {}, { limit: 10 });
    await client.thread("t").run();
    expect(view().events).toHaveLength(10);
    expect(view().dropped).toEqual({ runs: 0, events: 82 });
    expect(view().events.at(-1)?.applied[0]?.type).toBe("RUN_FINISHED");
  });

  it("forgets what it has noted with the thread, and notes the next handle of that id", async () => {
    const { client, view, inspection } = make([odd, succeeds, succeeds]);
    await client.thread("t", { state: { secret: 1 } }).run();
    await client.thread("other").run();
    const removed = client.remove("t");
    const again = client.thread("t");
    await removed;
    expect(view()).toMatchObject({ runs: [], events: [], phases: [] });
    expect(inspection.warnings.get()).toEqual([]);
    expect(inspection.made?.seeds.get("t")).toEqual({});
    expect(view("other").runs).toHaveLength(1);
    await again.run();
    expect(view().events.length).toBeGreaterThan(0);
    await client.clear();
    expect([view(), view("other")].flatMap(({ runs, events }) => [...runs, ...events])).toEqual([]);
  });

  it("notes the phases of the questions, and nothing twice", async () => {
    const { client, view } = make([asks({ id: "q", reason: "confirmation" }), succeeds]);
    const thread = client.thread("t");
    await thread.run();
    thread.approvals.draft("q", "y");
    thread.approvals.draft("q", "ye");
    thread.approvals.answer("q", true);
    await thread.approvals.submit();
    expect(view().phases.map(({ approvals: { phase, counts } }) => [phase, counts.answered])).toEqual([
      ["open", 0],
      ["open", 1],
      ["submitting", 1],
      ["accepted", 0],
    ]);
  });

  it("never keeps a request header", async () => {
    const fetch = vi.fn(async (_: unknown, init?: RequestInit) => {
      expect(new Headers(init?.headers).get("authorization")).toBe("Bearer s3cret");
      return new Response("data: {}\n\n", {
        headers: { "content-type": "text/event-stream", "set-cookie": "s3cret" },
      });
    });
    const transport = httpTransport({ url: "http://agent/", headers: { authorization: "Bearer s3cret" } });
    const { client, view, inspection } = make([], { transport, environment: { fetch } });
    await client.thread("t").send("Go");
    expect(fetch).toHaveBeenCalledOnce();
    expect(JSON.stringify([view(), inspection.warnings.get()])).not.toContain("s3cret");
  });
});

describe("any other client", () => {
  it("is heard from the first look on, by its events alone", async () => {
    const { transport } = scriptedAgent(succeeds, odd);
    const client = createAgentClient({ transport, onWarning() {} });
    const thread = client.thread("t");
    await thread.run();
    const journal = inspectionOf(client).journal("t");
    journal.watch(thread);
    journal.watch(thread);
    thread.setState({ count: 0 });
    await thread.run();
    const { runs, events } = journal.get();
    expect(runs.map(({ run, input }) => ({ run, input }))).toEqual([{ run: 1, input: undefined }]);
    expect(events.filter(({ changed }) => changed).map(({ changed }) => changed)).toEqual([
      { what: "state", before: { count: 0 }, after: { count: 1 } },
      { what: "state", before: { count: 1 }, after: { count: 2 } },
    ]);
    expect(inspectionOf(client).made).toBeUndefined();
  });
});
