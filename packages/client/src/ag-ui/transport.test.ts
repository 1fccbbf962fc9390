/** Agents of the official client as a transport of ours. */
import { AbstractAgent, FilterToolCallsMiddleware, HttpAgent, Middleware } from "@ag-ui/client";
import { map, Observable, of, tap, throwError } from "rxjs";
import { afterEach, expect, test, vi } from "vitest";
import { createRunInput } from "../agent/create-run-input.ts";
import { defineAgent } from "../agent/define-agent.ts";
import { interrupt } from "../agent/outcome.ts";
import { toFetchHandler } from "../agent/to-fetch-handler.ts";
import { createAgentClient } from "../client.ts";
import { isProtocolError, isTransportError } from "../errors.ts";
import type { Warning } from "../lib/warning.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import type { AgUiAgent } from "./agents.ts";
import { agUiTransport } from "./transport.ts";

type OfficialInput = Parameters<AbstractAgent["run"]>[0];
type OfficialEvents = ReturnType<AbstractAgent["run"]>;
type OfficialEvent = OfficialEvents extends Observable<infer Event> ? Event : never;

afterEach(() => {
  vi.restoreAllMocks();
});

/** An agent of the official kind out of one function. */
class FunctionAgent extends AbstractAgent {
  readonly play: (input: OfficialInput) => OfficialEvents;
  constructor(play: (input: OfficialInput) => OfficialEvents) {
    super();
    this.play = play;
  }
  override run(input: OfficialInput): OfficialEvents {
    return this.play(input);
  }
}

const event = (type: string, more: object = {}): OfficialEvent =>
  JSON.parse(JSON.stringify({ type, ...more }));
const started = ({ threadId, runId }: RunAgentInput): OfficialEvent =>
  event("RUN_STARTED", { threadId, runId, protocolVersion: "1.0" });
const finished = ({ threadId, runId }: RunAgentInput, outcome: object = { type: "success" }): OfficialEvent =>
  event("RUN_FINISHED", { threadId, runId, outcome });
const said = (messageId: string, delta: string): OfficialEvent[] => [
  event("TEXT_MESSAGE_START", { messageId, role: "assistant" }),
  event("TEXT_MESSAGE_CONTENT", { messageId, delta }),
  event("TEXT_MESSAGE_END", { messageId }),
];

/** A run that emits what it is given between its begin and its end. */
const whole = (...events: OfficialEvent[]): AbstractAgent =>
  new FunctionAgent((input) => of(started(input), ...events, finished(input)));

/** A run that emits what it is given and then neither ends nor says more, and tells when it was left. */
function silent(...events: OfficialEvent[]): { agent: AbstractAgent; left: string[] } {
  const left: string[] = [];
  class SilentAgent extends FunctionAgent {
    override abortRun(): void {
      left.push(`aborted ${this.threadId}`);
    }
  }
  const agent = new SilentAgent(
    (input) =>
      new Observable((observer) => {
        for (const one of [started(input), ...events]) observer.next(one);
        return () => left.push(`unsubscribed ${input.threadId}`);
      }),
  );
  return { agent, left };
}

const clientOf = (agent: AgUiAgent, warnings: Warning[] = []) =>
  createAgentClient({ transport: agUiTransport(agent), onWarning: (warning) => warnings.push(warning) });

async function batchesOf(agent: AgUiAgent, signal: AbortSignal = new AbortController().signal) {
  const batches: (readonly unknown[])[] = [];
  const session = { get: () => undefined, set: () => {} };
  const input = createRunInput({ threadId: "t", runId: "r" });
  try {
    for await (const batch of agUiTransport(agent)(input, { signal, session, fetch })) batches.push(batch);
  } catch (error) {
    return { batches, error };
  }
  return { batches };
}

test("a thread talks over an HttpAgent, and its answers go out as resume", async () => {
  const bodies: RunAgentInput[] = [];
  const asking = toFetchHandler(
    defineAgent(async (ctx) => {
      const answer = ctx.resumeFor("ok");
      if (answer === undefined) return interrupt([{ id: "ok", reason: "confirmation" }]);
      ctx.say(`${answer.status}: ${answer.payload}`);
      return;
    }),
  );
  const agent = new HttpAgent({
    url: "http://agent.test/",
    headers: { authorization: "Bearer x" },
    initialMessages: [{ id: "of-the-agent", role: "user", content: "not sent" }],
    fetch: (url, init) => {
      bodies.push(JSON.parse(String(init.body)));
      expect(new Headers(init.headers).get("authorization")).toBe("Bearer x");
      return asking(new Request(url, init));
    },
  });
  const thread = clientOf(agent).thread("trip", { state: { day: "friday" } });
  const options = {
    tools: [{ name: "look", description: "Looks", parameters: { type: "object" } }],
    context: [{ description: "who", value: "me" }],
    forwardedProps: { a: [1] },
  };
  expect(await thread.send("Go", options)).toMatchObject({ status: "interrupted" });
  thread.approvals.answer("ok", true);
  expect(await thread.approvals.submit()).toMatchObject({ status: "success" });
  expect(thread.get().messages.at(-1)).toMatchObject({ role: "assistant", content: "resolved: true" });

  expect(bodies[0]).toMatchObject({ threadId: "trip", state: { day: "friday" }, ...options });
  expect(bodies[0]?.messages).toMatchObject([{ role: "user", content: "Go" }]);
  expect(bodies[1]?.resume).toEqual([{ interruptId: "ok", status: "resolved", payload: true }]);
  expect(bodies[1]?.runId).not.toBe(bodies[0]?.runId);
  // What the agent holds itself is as the app made it.
  expect([agent.messages.length, agent.state, agent.pendingInterrupts, agent.isRunning]).toEqual([
    1,
    {},
    [],
    false,
  ]);
});

/** Writes down what passes it, in both directions. */
class Scribe extends Middleware {
  readonly name: string;
  readonly notes: string[];
  constructor(name: string, notes: string[]) {
    super();
    this.name = name;
    this.notes = notes;
  }
  override run(input: OfficialInput, next: AbstractAgent): OfficialEvents {
    const { runId } = input;
    this.notes.push(
      `${this.name} < ${JSON.stringify(input.forwardedProps)} ${next.messages.length} ${next.state.n}`,
    );
    return next
      .run({ ...input, forwardedProps: { ...input.forwardedProps, [this.name]: runId } })
      .pipe(tap(({ type }) => this.notes.push(`${this.name} > ${type}`)));
  }
}

test("middleware sees, in the same order, what it sees by runAgent of the official client", async () => {
  const messages = [{ id: "u", role: "user", content: "Go" } as const];
  const create = (notes: string[]): AbstractAgent => {
    const agent = new FunctionAgent((input) => {
      notes.push(`agent < ${JSON.stringify(input.forwardedProps)}`);
      const older = [event("THINKING_START"), event("THINKING_END")];
      return of(started(input), ...older, ...said("m", "x"), finished(input));
    });
    return agent.use(new Scribe("first", notes), new Scribe("second", notes));
  };
  const [theirs, ours]: string[][] = [[], []];
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const official = create(theirs ?? []);
  official.setMessages([...messages]);
  official.setState({ n: 1 });
  await official.runAgent({ runId: "r" });
  const thread = clientOf(create(ours ?? [])).thread("t", { messages, state: { n: 1 } });
  expect(await thread.run({ runId: "r" })).toMatchObject({ status: "success" });
  expect(theirs).toContain("first > REASONING_START");
  expect(theirs).toContain("first < {} 1 1");
  expect(ours).toEqual(theirs);
});

test("what middleware takes away or changes does not reach the thread", async () => {
  const call = (toolCallId: string, toolCallName: string): OfficialEvent[] => [
    event("TOOL_CALL_START", { toolCallId, toolCallName }),
    event("TOOL_CALL_END", { toolCallId }),
  ];
  const agent = whole(...call("1", "look"), ...call("2", "wipe"), ...said("m", "secret"))
    .use(new FilterToolCallsMiddleware({ disallowedToolCalls: ["wipe"] }))
    .use((input, next) =>
      next
        .run(input)
        .pipe(map((one) => (one.type === "TEXT_MESSAGE_CONTENT" ? { ...one, delta: "hidden" } : one))),
    );
  const thread = clientOf(agent).thread("t");
  expect(await thread.run()).toMatchObject({ status: "success" });
  const messages = thread.get().messages;
  expect(JSON.stringify(messages)).not.toMatch(/wipe|secret/);
  expect(JSON.stringify(messages)).toMatch(/look.*hidden/);
});

test("middleware that is added later counts from the next run on", async () => {
  const agent = whole(...said("m", "x"));
  const client = clientOf(agent);
  await client.thread("a").run();
  agent.use((input, next) =>
    next.run(input).pipe(map((one) => (one.type === "TEXT_MESSAGE_CONTENT" ? { ...one, delta: "y" } : one))),
  );
  await client.thread("b").run();
  const texts = ["a", "b"].map((id) => client.thread(id).get().messages[0]?.content);
  expect(texts).toEqual(["x", "y"]);
});

test("an agent whose middleware cannot be found is refused at once, and not run without it", () => {
  const agent = whole();
  Reflect.deleteProperty(agent, "middlewares");
  expect(() => agUiTransport(agent)).toThrow(/would be left out: install a version of @ag-ui\/client/);
  // One that has no `use()` has no middleware either.
  expect(agUiTransport({ run: () => of(), clone: () => undefined, abortRun: () => {} })).toBeTypeOf(
    "function",
  );
});

test("runs of several threads go at once, each on an agent of its own, and stopping one leaves the others", async () => {
  const { agent, left } = silent(...said("m", "x"));
  const client = clientOf(agent);
  const [one, two] = [client.thread("one"), client.thread("two")];
  const ends = [one.run(), two.run()];
  await vi.waitUntil(() => one.get().messages.length === 1 && two.get().messages.length === 1);
  one.stop();
  expect(await ends[0]).toMatchObject({ status: "stopped" });
  await vi.waitUntil(() => left.length > 1);
  expect(left).toEqual(["unsubscribed one", "aborted one"]);
  expect(two.get().status).toBe("running");
  two.stop();
  await ends[1];
  await vi.waitUntil(() => left.length > 3);
  expect(left.slice(2)).toEqual(["unsubscribed two", "aborted two"]);
});

test("stopping closes the request of an HttpAgent", async () => {
  let signal: AbortSignal | undefined;
  const waiting = toFetchHandler(
    defineAgent(async (ctx) => {
      ctx.say("x");
      signal = ctx.signal;
      await new Promise(() => {});
    }),
  );
  const agent = new HttpAgent({
    url: "http://agent.test/",
    fetch: (url, init) => waiting(new Request(url, init)),
  });
  const thread = clientOf(agent).thread("t");
  const end = thread.run();
  await vi.waitUntil(() => thread.get().messages.length === 1);
  thread.stop();
  expect(await end).toMatchObject({ status: "stopped" });
  await vi.waitUntil(() => signal?.aborted);
});

test("a run that was aborted on the agent itself does not stop those that follow", async () => {
  const handle = toFetchHandler(defineAgent(async (ctx) => void ctx.say("x")));
  const agent = new HttpAgent({
    url: "http://agent.test/",
    fetch: (url, init) => handle(new Request(url, init)),
  });
  agent.abortRun();
  expect(await clientOf(agent).thread("t").run()).toMatchObject({ status: "success" });
});

test("nothing is aborted of a run that has ended, and an abort that fails is nobody's", async () => {
  let aborts = 0;
  class Unstoppable extends FunctionAgent {
    override abortRun(): void {
      aborts++;
      throw new Error("cannot be stopped");
    }
  }
  await clientOf(new Unstoppable((input) => of(started(input), finished(input))))
    .thread("t")
    .run();
  expect(aborts).toBe(0);
  const controller = new AbortController();
  const endless = new Unstoppable(
    (input) =>
      new Observable((observer) => {
        observer.next(started(input));
        setTimeout(() => controller.abort());
      }),
  );
  const { batches, error } = await batchesOf(endless, controller.signal);
  expect([batches.length, error, aborts]).toEqual([1, undefined, 1]);
});

test("an input that is aborted before it starts runs nothing", async () => {
  const run = vi.fn(() => of());
  expect(await batchesOf(new FunctionAgent(run), AbortSignal.abort())).toEqual({ batches: [] });
  expect(run).not.toHaveBeenCalled();
});

test("a subclass keeps the fields that its clone does not know", async () => {
  class Tenant extends HttpAgent {
    tenant = "acme";
    readonly sign = (): string => `signed for ${this.tenant}`;
    protected override requestInit(input: OfficialInput): RequestInit {
      const init = super.requestInit(input);
      return {
        ...init,
        headers: { ...this.headers, "content-type": "application/json", "x-tenant": this.sign() },
      };
    }
  }
  let tenant: string | null = null;
  const handle = toFetchHandler(defineAgent(async (ctx) => void ctx.say("x")));
  const agent = new Tenant({
    url: "http://agent.test/",
    fetch: (url, init) => {
      tenant = new Headers(init.headers).get("x-tenant");
      return handle(new Request(url, init));
    },
  });
  expect(await clientOf(agent).thread("t").run()).toMatchObject({ status: "success" });
  expect(tenant).toBe("signed for acme");
});

test("what an agent reads of itself is the run's, and what it writes there stays with the run", async () => {
  const seen: unknown[] = [];
  class Reading extends FunctionAgent {
    override run(input: OfficialInput): OfficialEvents {
      seen.push(this.threadId, this.messages.length, this.state, this.pendingInterrupts, this.isRunning);
      this.messages.push({ id: "own", role: "user", content: "own" });
      return super.run(input);
    }
  }
  const agent = new Reading((input) => of(started(input), finished(input)));
  agent.pendingInterrupts = [{ id: "old", reason: "input" }];
  const thread = clientOf(agent).thread("t", { state: { n: 1 } });
  await thread.send("Go");
  expect(seen).toEqual(["t", 1, { n: 1 }, [], true]);
  expect(thread.get().messages).toHaveLength(1);
  expect(agent.messages).toEqual([]);
});

test("what comes in one burst is one batch, and events are not shared with the agent", async () => {
  const given = said("m", "x");
  const { batches } = await batchesOf(whole(...given));
  expect(batches).toHaveLength(1);
  expect(batches[0]).toHaveLength(5);
  expect(batches[0]?.slice(1, 4)).toEqual(given);
  expect(given).not.toContain(batches[0]?.[1]);
});

test("the agent may change its input without changing the thread's", async () => {
  const agent = new FunctionAgent((input) => {
    for (const message of input.messages) Object.assign(message, { content: "changed" });
    input.messages.length = 0;
    Object.assign(input.state, { n: 2 });
    return of(started(input), finished(input));
  });
  const thread = clientOf(agent).thread("t", { state: { n: 1 } });
  await thread.send("Go");
  expect(thread.get().messages).toMatchObject([{ content: "Go" }]);
  expect(thread.state.get()).toEqual({ n: 1 });
});

test.each<[string, OfficialEvent[], object]>([
  [
    "a text that never began",
    [event("TEXT_MESSAGE_CONTENT", { messageId: "m", delta: "x" })],
    { status: "rejected" },
  ],
  ["a field of the wrong type", [event("STEP_STARTED", { stepName: 1 })], { status: "rejected" }],
  [
    "a failure",
    [event("RUN_ERROR", { message: "no", code: "X" })],
    { status: "failed", error: { code: "X" } },
  ],
])("our stages judge what it emits: %s", async (_, events, end) => {
  const agent = new FunctionAgent((input) => of(started(input), ...events));
  expect(await clientOf(agent).thread("t").run()).toMatchObject(end);
});

test("an interrupt that asks nothing is rejected, as is one with questions twice under one id", async () => {
  const question = { id: "a", reason: "input" };
  for (const interrupts of [[], [question, question]]) {
    const agent = new FunctionAgent((input) =>
      of(started(input), finished(input, { type: "interrupt", interrupts })),
    );
    expect(await clientOf(agent).thread("t").run()).toMatchObject({ status: "rejected" });
  }
});

test("an unknown event is dropped with our warning", async () => {
  const warnings: Warning[] = [];
  const end = await clientOf(whole(event("TELEPATHY_START")), warnings)
    .thread("t")
    .run();
  expect(end).toMatchObject({ status: "success" });
  expect(warnings).toMatchObject([{ message: expect.stringContaining("TELEPATHY_START") }]);
});

test("a run that completes without an end is truncated, one without any event unstarted", async () => {
  const cut = new FunctionAgent((input) => of(started(input), ...said("m", "half")));
  const thread = clientOf(cut).thread("t");
  expect(await thread.run()).toMatchObject({ status: "truncated" });
  expect(thread.get().messages).toMatchObject([{ content: "half" }]);
  expect(
    await clientOf(new FunctionAgent(() => of()))
      .thread("t")
      .run(),
  ).toMatchObject({ status: "unstarted" });
});

test("a server's refusal is a TransportError with its status and what it said", async () => {
  const answers: [Response, string][] = [
    [Response.json({ code: "BUSY", message: "later" }, { status: 503 }), '{"code":"BUSY","message":"later"}'],
    [new Response("no such agent", { status: 404 }), "no such agent"],
  ];
  for (const [response, excerpt] of answers) {
    const agent = new HttpAgent({ url: "http://agent.test/", fetch: async () => response });
    const end = await clientOf(agent).thread("t").run();
    expect(end.status).toBe("unstarted");
    expect(isTransportError(end.error) && end.error).toMatchObject({ status: response.status, excerpt });
    expect(end.error?.cause).toHaveProperty("payload");
  }
});

test("what the agent throws is a TransportError with its cause, after what came before", async () => {
  const cause = new Error("no route");
  const broken = new FunctionAgent(
    (input) =>
      new Observable((observer) => {
        for (const one of [started(input), ...said("m", "x")]) observer.next(one);
        observer.error(cause);
      }),
  );
  const thread = clientOf(broken).thread("t");
  const end = await thread.run();
  expect(end).toMatchObject({
    status: "truncated",
    error: { cause, message: expect.stringContaining("no route") },
  });
  expect(thread.get().messages).toMatchObject([{ content: "x" }]);

  const thrown = [
    new FunctionAgent(() => throwError(() => cause)),
    new FunctionAgent(() => {
      throw cause;
    }),
    whole().use(() => {
      throw cause;
    }),
  ];
  for (const agent of thrown) {
    const { batches, error } = await batchesOf(agent);
    expect(batches).toEqual([]);
    expect(isTransportError(error) && error.cause).toBe(cause);
  }
});

test("a clone that is no agent fails the run", async () => {
  class Single extends FunctionAgent {
    override clone(): unknown {
      return undefined;
    }
  }
  const { error } = await batchesOf(new Single(() => of()));
  expect(isTransportError(error) && error.message).toContain("clone() gives no agent");
});

test("an event that JSON cannot carry is a ProtocolError that names it, after what came before", async () => {
  const circle: OfficialEvent = { ...event("RAW"), event: {} };
  Object.assign(circle, { event: circle });
  const { batches, error } = await batchesOf(whole(circle));
  expect(batches.flat()).toHaveLength(1);
  expect(isProtocolError(error) && [error.rule, error.message]).toEqual([
    "not-json",
    expect.stringContaining("RAW"),
  ]);
});

test("an error that cannot even be read ends the run like any other", async () => {
  const payload: Record<string, unknown> = {};
  payload.self = payload;
  const cause = Object.assign(new Error("refused"), { status: 500, payload });
  const end = await clientOf(new FunctionAgent(() => throwError(() => cause)))
    .thread("t")
    .run();
  expect(end.status).toBe("unstarted");
  expect(isTransportError(end.error) && end.error.cause).toBe(cause);
});
