import type { Server } from "node:http";
import { createServer, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { createRunInput } from "./create-run-input.ts";
import { defineAgent } from "./define-agent.ts";
import type { NodeHandler } from "./to-node-handler.ts";
import { toNodeHandler } from "./to-node-handler.ts";

const input = createRunInput({ threadId: "t", runId: "r" });
const servers: Server[] = [];

async function serve(handler: NodeHandler): Promise<{ url: string; port: number }> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}/agent?x=1`, port: address.port };
}

function post(url: string, body: unknown, signal: AbortSignal | null = null): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: typeof body === "string" ? body : JSON.stringify(body),
    signal,
  });
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test("a run goes over a real connection with its headers and its frames", async () => {
  const { url } = await serve(
    toNodeHandler(defineAgent(async (ctx) => void ctx.say(`you said ${ctx.lastUserText} 👩‍🚀`))),
  );
  const response = await post(url, { ...input, messages: [{ id: "1", role: "user", content: "hé" }] });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(response.headers.get("cache-control")).toBe("no-cache, no-store, no-transform");
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  const frames = (await response.text()).split("\n\n");
  expect(frames.pop()).toBe("");
  const events = frames.map((frame) => JSON.parse(frame.slice("data: ".length)));
  expect(events.map((event) => event.type)).toEqual([
    "RUN_STARTED",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_END",
    "RUN_FINISHED",
  ]);
  expect(events[2].delta).toBe("you said hé 👩‍🚀");
});

test("events arrive before the run ends", async () => {
  let release = () => {};
  const agent = defineAgent(async (ctx) => {
    ctx.say("first");
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    ctx.say("second");
  });
  const { url } = await serve(toNodeHandler(agent));
  const reader = (await post(url, input)).body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("first")) text += (await reader?.read())?.value ?? "";
  expect(text).not.toContain("second");
  release();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
  expect(text).toContain("second");
  expect(text).toContain("RUN_FINISHED");
});

test("a client that leaves aborts the agent, even one that is silent", async () => {
  let signal: AbortSignal | undefined;
  const agent = defineAgent(async (ctx) => {
    signal = ctx.signal;
    await new Promise(() => {});
  });
  const { url } = await serve(toNodeHandler(agent));
  const controller = new AbortController();
  const response = await post(url, input, controller.signal);
  await response.body?.getReader().read();
  controller.abort();
  await vi.waitFor(() => expect(signal?.aborted).toBe(true));
});

test("a run that completed is not reported as aborted when its connection closes", async () => {
  let signal: AbortSignal | undefined;
  const agent = defineAgent(async (ctx) => {
    signal = ctx.signal;
  });
  const closed = vi.fn();
  const handler = toNodeHandler(agent);
  const { url } = await serve((request, response) => {
    response.on("close", closed);
    handler(request, response);
  });
  await (await post(url, input)).text();
  await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  expect(signal?.aborted).toBe(false);
});

test("an agent that awaits drained() is held back by a client that does not read", async () => {
  let sent = 0;
  let signal: AbortSignal | undefined;
  const agent = defineAgent(async (ctx) => {
    signal = ctx.signal;
    const value = "x".repeat(64 * 1024);
    for (; sent < 10_000; sent++) {
      ctx.emit({ type: "CUSTOM", name: "block", value });
      await ctx.drained();
    }
  });
  let blocked = false;
  const handler = toNodeHandler(agent);
  const { port } = await serve((request, response) => {
    handler(request, {
      get headersSent() {
        return response.headersSent;
      },
      writeHead: (status, headers) => response.writeHead(status, headers),
      write(chunk) {
        const more = response.write(chunk);
        blocked = !more;
        return more;
      },
      end: () => response.end(),
      destroy: () => response.destroy(),
      on: (event, listener) => response.on(event, listener),
    });
  });
  const body = JSON.stringify(input);
  const socket = connect(port, "127.0.0.1");
  socket.pause();
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  let seen = -1;
  // Still: the count no longer moves while a write is waiting for its drain.
  await vi.waitFor(
    () => {
      const moved = seen !== sent;
      seen = sent;
      expect(blocked && sent > 0 && !moved).toBe(true);
    },
    { timeout: 10_000, interval: 50 },
  );
  expect(sent).toBeLessThan(10_000);
  socket.destroy();
  await vi.waitFor(() => expect(signal?.aborted).toBe(true));
});

test("refusals arrive whole, also while the client is still sending, and let it send its rest", async () => {
  const { url } = await serve(
    toNodeHandler(
      defineAgent(async () => {}),
      { bodyLimit: 1000 },
    ),
  );
  expect((await fetch(url)).status).toBe(405);
  expect((await fetch(url, { method: "OPTIONS" })).status).toBe(204);
  expect((await fetch(url, { method: "HEAD" })).status).toBe(405);
  expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(415);
  expect((await post(url, "{")).status).toBe(400);
  expect((await post(url, "x".repeat(2000))).status).toBe(413);

  // Chunked, so that the length is not known before it is counted.
  const sent = vi.fn();
  const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const sending = httpRequest(url, { method: "POST", headers: { "content-type": "application/json" } });
    sending.on("error", reject);
    sending.on("response", (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        body += part;
      });
      response.on("end", () => resolve({ status: response.statusCode, body }));
    });
    for (let part = 0; part < 64; part++) sending.write("x".repeat(64 * 1024));
    sending.end(sent);
  });
  expect(answer.status).toBe(413);
  expect(JSON.parse(answer.body)).toMatchObject({ code: "BODY_TOO_LARGE" });
  await vi.waitFor(() => expect(sent).toHaveBeenCalled());
});

test("any fetch handler can be served, and one that throws is answered with 500", async () => {
  const onError = vi.fn();
  const { url } = await serve(
    toNodeHandler(
      async (request) => {
        if (request.method === "DELETE") throw new Error("broken");
        const headers = new Headers({ "x-path": new URL(request.url).pathname });
        headers.append("set-cookie", "a=1");
        headers.append("set-cookie", "b=2");
        return new Response(null, { status: 204, headers });
      },
      { onError },
    ),
  );
  const response = await fetch(url, { method: "POST" });
  expect([response.status, response.headers.get("x-path")]).toEqual([204, "/agent"]);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect((await fetch(url, { method: "DELETE" })).status).toBe(500);
  expect(onError).toHaveBeenCalledOnce();
});

test("fifty connections at a time each get their own run", async () => {
  const agent = defineAgent(async (ctx) => {
    const message = ctx.message();
    for (const part of ["run ", ctx.runId, "."]) {
      await ctx.drained();
      message.delta(part);
    }
  });
  const { url } = await serve(toNodeHandler(agent));
  const texts = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const response = await post(url, createRunInput({ threadId: "t", runId: `r${index}` }));
      const deltas = (await response.text()).matchAll(/"delta":"([^"]*)"/g);
      return Array.from(deltas, ([, delta]) => delta).join("");
    }),
  );
  expect(texts).toEqual(Array.from({ length: 50 }, (_, index) => `run r${index}.`));
});

/** The status line and the headers and body after it of a request as it is written. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text);
  let answer = "";
  for await (const chunk of socket) {
    answer += chunk;
    if (answer.includes("\r\n0\r\n") || /content-length/i.test(answer)) break;
  }
  return answer;
}

test("a method that no Request can have is refused like any other", async () => {
  const run = vi.fn(async () => {});
  const { port } = await serve(toNodeHandler({ run }));
  const answer = await raw(port, "TRACE /agent HTTP/1.1\r\nhost: x\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1.1 405 /);
  expect(answer).toContain('"code":"METHOD_NOT_ALLOWED"');
  expect(run).not.toHaveBeenCalled();
});

test("a request with a whole URL has its path, and one that begins with two slashes has its own", async () => {
  const paths: string[] = [];
  const { port } = await serve(
    toNodeHandler(async (request) => {
      const { pathname, search } = new URL(request.url);
      paths.push(pathname + search);
      return new Response("{}");
    }),
  );
  for (const target of ["http://other.example/agent?x=1", "//other.example/agent"]) {
    expect(await raw(port, `GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  }
  expect(paths).toEqual(["/agent?x=1", "//other.example/agent"]);
});

test("a body that a parser has read before is said to be empty, and why", async () => {
  const handler = toNodeHandler(defineAgent(async () => {}));
  const { url } = await serve((request, response) => {
    void (async () => {
      for await (const _ of request);
      handler(request, response);
    })();
  });
  const answer = await post(url, input);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({
    code: "INVALID_BODY",
    message: "The body is empty, or was read before, such as by a body parser",
  });
});
