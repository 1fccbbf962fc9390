/** What becomes of a request before and after there is a run: refusals, routes, other origins, a client that leaves. */
import { httpTransport, isTransportError, type Transport } from "@holdpoint/client";
import { defineAgent, toFetchHandler, toNodeHandler } from "@holdpoint/client/agent";
import { describe, expect, it, vi } from "vitest";
import { listen, serve } from "../support/serve-agent.ts";
import { clientOf } from "./support/talk.ts";

const greeter = defineAgent(async (ctx) => void ctx.say("Hello."));

describe("an accept header", () => {
  it("that the agent cannot satisfy is refused before it runs, and the app is told why", async () => {
    const run = vi.fn(async () => {});
    const url = await serve({ run });
    const headers: Record<string, string> = { accept: "application/json" };
    const client = clientOf(url, { transport: httpTransport({ url, headers: () => headers }) });
    const thread = client.thread("t");
    const end = await thread.send("Go");
    expect(end).toMatchObject({ status: "unstarted", error: { status: 406 } });
    const { error } = end;
    expect(isTransportError(error) && JSON.parse(error.excerpt ?? "")).toEqual({
      code: "NOT_ACCEPTABLE",
      message: expect.stringContaining("text/event-stream"),
    });
    expect(run).not.toHaveBeenCalled();
    headers.accept = "text/*";
    expect(await thread.run()).toMatchObject({ status: "success" });
    expect(run).toHaveBeenCalledOnce();
  });

  it.each(["*/*", "text/*", "text/event-stream", "text/event-stream;q=0.1, application/json"])(
    "of %s is served",
    async (accept) => {
      const url = await serve(greeter);
      const client = clientOf(url, { transport: httpTransport({ url, headers: { accept } }) });
      expect(await client.thread("t").send("Go")).toMatchObject({ status: "success" });
    },
  );
});

it("an agent is mounted beside other routes, and a wrong path is a refusal, not an empty run", async () => {
  const agent = toFetchHandler(greeter);
  const routes = toNodeHandler(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/agent") return agent(request);
    return pathname === "/health"
      ? Response.json({ ok: true })
      : new Response("nothing here", { status: 404 });
  });
  const url = await listen(routes);
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ ok: true });
  expect(await clientOf(`${url}/agent`).thread("t").send("Go")).toMatchObject({ status: "success" });
  expect(await clientOf(`${url}/agents`).thread("t").send("Go")).toMatchObject({
    status: "unstarted",
    error: { status: 404, excerpt: "nothing here" },
  });
});

describe("a client that leaves", () => {
  /** An agent that never ends by itself, and what became of it. */
  const patient = () => {
    const seen: { signal?: AbortSignal; caught?: unknown } = {};
    const onError = vi.fn<(error: unknown) => void>();
    const agent = defineAgent(async (ctx) => {
      seen.signal = ctx.signal;
      ctx.say("Thinking.");
      try {
        await new Promise((_, reject) =>
          ctx.signal.addEventListener("abort", () => reject(ctx.signal.reason)),
        );
      } catch (error) {
        seen.caught = error;
        throw error;
      }
    });
    return { agent, seen, onError };
  };

  it("by stopping its thread aborts the agent, and keeps what it has heard", async () => {
    const { agent, seen, onError } = patient();
    const thread = clientOf(await serve(agent, { onError })).thread("t");
    const sent = thread.send("Go");
    await expect.poll(() => thread.get().messages.length).toBe(2);
    thread.stop();
    expect(await sent).toMatchObject({ status: "stopped" });
    await expect.poll(() => seen.signal?.aborted).toBe(true);
    await expect.poll(() => seen.caught).toBeInstanceOf(Error);
    expect(thread.get().messages.at(-1)?.content).toBe("Thinking.");
    // That somebody left is no failure of the agent.
    expect(onError).not.toHaveBeenCalled();
  });

  it("by leaving the loop over a transport aborts the agent", async () => {
    const { agent, seen } = patient();
    const transport: Transport = httpTransport({ url: await serve(agent) });
    const session = { get: () => undefined, set: () => {} };
    const input = { threadId: "t", runId: "r", messages: [], tools: [], context: [] };
    const { signal } = new AbortController();
    for await (const batch of transport(input, { signal, session, fetch })) {
      expect(batch[0]).toMatchObject({ type: "RUN_STARTED" });
      break;
    }
    await expect.poll(() => seen.signal?.aborted).toBe(true);
  });

  it("with one run of many aborts that one only", async () => {
    const { agent } = patient();
    const signals = new Map<string, AbortSignal>();
    const url = await serve(
      defineAgent(async (ctx) => {
        signals.set(ctx.threadId, ctx.signal);
        await agent.run(ctx);
      }),
    );
    const threads = ["a", "b", "c"].map((id) => clientOf(url).thread(id));
    const sent = threads.map((thread) => thread.send("Go"));
    await expect.poll(() => threads.every((thread) => thread.get().messages.length === 2)).toBe(true);
    threads[1]?.stop();
    await expect.poll(() => signals.get("b")?.aborted).toBe(true);
    expect([signals.get("a")?.aborted, signals.get("c")?.aborted]).toEqual([false, false]);
    for (const thread of threads) thread.stop();
    await Promise.all(sent);
  });

  it("after the end has aborted nothing", async () => {
    let signal: AbortSignal | undefined;
    const agent = defineAgent(async (ctx) => {
      signal = ctx.signal;
      ctx.say("Done.");
    });
    const client = clientOf(await serve(agent));
    expect(await client.thread("t").send("Go")).toMatchObject({ status: "success" });
    client.dispose();
    expect(
      await clientOf(await serve(agent))
        .thread("t")
        .send("Go"),
    ).toMatchObject({ status: "success" });
    expect(signal?.aborted).toBe(false);
  });
});
