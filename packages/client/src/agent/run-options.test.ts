/** One set of options, whichever way a run comes about. */
import { createServer } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { httpTransport } from "../transport/http.ts";
import type { Transport } from "../transport/transport.ts";
import { createRunInput } from "./create-run-input.ts";
import type { Agent } from "./define-agent.ts";
import { defineAgent } from "./define-agent.ts";
import { localTransport } from "./local-transport.ts";
import { resolved } from "./outcome.ts";
import { runAgent } from "./run-agent.ts";
import type { RunAgentOptions } from "./run-options.ts";
import { toFetchHandler } from "./to-fetch-handler.ts";
import { toNodeHandler } from "./to-node-handler.ts";

type Way = (agent: Agent, options: RunAgentOptions) => (input: RunAgentInput) => Promise<unknown[]>;

const over = (transport: Transport) => async (input: RunAgentInput) => {
  const events: unknown[] = [];
  const session = { get: () => undefined, set: () => {} };
  const { signal } = new AbortController();
  for await (const batch of transport(input, { signal, session, fetch })) events.push(...batch);
  return events;
};

const ways: [string, Way][] = [
  [
    "runAgent",
    (agent, options) => async (input) => {
      const events: unknown[] = [];
      for await (const event of runAgent(agent, input, options)) events.push(event);
      return events;
    },
  ],
  ["localTransport", (agent, options) => over(localTransport(agent, options))],
  [
    "toFetchHandler",
    (agent, options) => {
      const handler = toFetchHandler(agent, options);
      const url = "http://agent.test/";
      return over(httpTransport({ url, fetch: (to, init) => handler(new Request(to, init)) }));
    },
  ],
  [
    "toNodeHandler",
    (agent, options) => async (input) => {
      const server = createServer(toNodeHandler(agent, options));
      onTestFinished(() => void server.close());
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = server.address();
      const port = typeof address === "object" ? address?.port : undefined;
      return over(httpTransport({ url: `http://127.0.0.1:${port}/` }))(input);
    },
  ],
];

test.each(ways)("%s echoes, transforms, checks the answers and says what went wrong", async (_, way) => {
  const onError = vi.fn();
  const run = way(
    defineAgent(async (ctx) => void ctx.say("never")),
    {
      onError,
      echoInput: true,
      answers: "strict",
      transformers: [() => (event) => ({ ...event, timestamp: 1 })],
    },
  );
  const resume = [resolved("a", 1), resolved("a", 2)];
  expect(await run(createRunInput({ threadId: "t", resume }))).toEqual([
    expect.objectContaining({
      type: "RUN_STARTED",
      timestamp: 1,
      input: expect.objectContaining({ resume }),
    }),
    { type: "RUN_ERROR", timestamp: 1, code: "INVALID_ANSWER", message: '"a": It is answered twice.' },
  ]);
  expect(onError).toHaveBeenCalledOnce();
});

test.each(ways)("%s hears of what an agent sends that nobody describes", async (_, way) => {
  const codes: string[] = [];
  const agent = defineAgent(async (ctx) =>
    ctx.emit(JSON.parse('{"type":"STATE_SNAPSHOT","snapshot":1,"x":2}')),
  );
  const events = await way(agent, { onWarning: ({ code }) => void codes.push(code) })(
    createRunInput({ threadId: "t" }),
  );
  expect(events[1]).toEqual({ type: "STATE_SNAPSHOT", snapshot: 1 });
  expect(codes).toEqual(["unknown-property"]);
});

test.each(ways)(
  "%s ends its runs as cancelled by the signal, as a server that shuts down",
  async (_, way) => {
    const shutdown = new AbortController();
    const reasons: unknown[] = [];
    const agent = defineAgent(async (ctx) => {
      ctx.signal.addEventListener("abort", () => reasons.push(ctx.signal.reason));
      ctx.say("Working.");
      queueMicrotask(() => shutdown.abort("the server shuts down"));
      await new Promise(() => {});
    });
    const events = await way(agent, { signal: shutdown.signal })(createRunInput({ threadId: "t" }));
    expect(events.at(-1)).toMatchObject({ type: "RUN_FINISHED", outcome: { type: "cancelled" } });
    expect(reasons).toEqual(["the server shuts down"]);
  },
);
