import { expect, test, vi } from "vitest";
import { createRunInput } from "./create-run-input.ts";
import { defineAgent } from "./define-agent.ts";
import { toFetchHandler } from "./to-fetch-handler.ts";

const input = createRunInput({ threadId: "t", runId: "r" });
const greeter = defineAgent(async (ctx) => {
  ctx.say("one\n\ntwo\u2028");
});

function post(body: unknown, init: RequestInit & { duplex?: "half" } = {}): Request {
  return new Request("http://localhost/agent", {
    method: "POST",
    body: body instanceof ReadableStream || typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json" },
    ...init,
  });
}

test("a run is 200 with the headers of an unbuffered event stream", async () => {
  const response = await toFetchHandler(greeter)(post(input));
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-store, no-transform",
    "x-accel-buffering": "no",
    vary: "accept",
  });
});

test("each event is exactly one data frame, whatever its text holds", async () => {
  const text = await (await toFetchHandler(greeter)(post(input))).text();
  expect(text).toBe(
    [
      '{"type":"RUN_STARTED","threadId":"t","runId":"r","protocolVersion":"1.1"}',
      '{"type":"TEXT_MESSAGE_START","messageId":"r-msg-1","role":"assistant"}',
      '{"type":"TEXT_MESSAGE_CONTENT","messageId":"r-msg-1","delta":"one\\n\\ntwo\u2028"}',
      '{"type":"TEXT_MESSAGE_END","messageId":"r-msg-1"}',
      '{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"success"}}',
    ]
      .map((event) => `data: ${event}\n\n`)
      .join(""),
  );
});

test("a run that fails is still 200, and ends with RUN_ERROR", async () => {
  const onError = vi.fn();
  const agent = defineAgent(async () => {
    throw new Error("broken");
  });
  const response = await toFetchHandler(agent, { onError })(post(input));
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('{"type":"RUN_ERROR","message":"broken","code":"AGENT_ERROR"}');
  expect(onError).toHaveBeenCalledOnce();
});

test("OPTIONS says what is taken, HEAD is refused without a body", async () => {
  const run = vi.fn(async () => {});
  const ask = (method: string) => toFetchHandler({ run })(new Request("http://localhost/agent", { method }));
  const options = await ask("OPTIONS");
  expect([options.status, await options.text(), options.headers.get("allow")]).toEqual([
    204,
    "",
    "POST, OPTIONS",
  ]);
  const head = await ask("HEAD");
  expect([head.status, head.body, head.headers.get("allow")]).toEqual([405, null, "POST, OPTIONS"]);
  expect(run).not.toHaveBeenCalled();
});

test.each<[string, Request, number, string]>([
  ["GET", new Request("http://localhost/agent"), 405, "METHOD_NOT_ALLOWED"],
  [
    "a form's content type",
    post(input, { headers: { "content-type": "text/plain" } }),
    415,
    "UNSUPPORTED_MEDIA_TYPE",
  ],
  [
    "an accept that excludes the stream",
    post(input, { headers: { "content-type": "application/json", accept: "application/json" } }),
    406,
    "NOT_ACCEPTABLE",
  ],
  ["bad JSON", post("{"), 400, "INVALID_BODY"],
  ["an empty body", post(""), 400, "INVALID_BODY"],
  ["no body", post("", { body: null }), 400, "INVALID_BODY"],
  ["another shape", post({ threadId: "t", runId: "r" }), 400, "INVALID_INPUT"],
  ["a list", post([]), 400, "INVALID_INPUT"],
])("%s is refused before the agent runs", async (_, request, status, code) => {
  const run = vi.fn(async () => {});
  const response = await toFetchHandler({ run })(request);
  expect(response.status).toBe(status);
  expect(response.headers.get("vary")).toBe("accept");
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("allow")).toBe(status === 405 ? "POST, OPTIONS" : null);
  expect(await response.json()).toEqual({ code, message: expect.any(String) });
  expect(run).not.toHaveBeenCalled();
});

test("an empty body is called empty, since a parser may have read it before", async () => {
  const response = await toFetchHandler(greeter)(post(""));
  expect((await response.json()).message).toMatch(/empty.*parser/);
});

test("bytes that are not UTF-8 are refused", async () => {
  const body = new Blob([new Uint8Array([0x22, 0xff, 0x22])]).stream();
  const response = await toFetchHandler(greeter)(post(body, { duplex: "half" }));
  expect(await response.json()).toMatchObject({ code: "INVALID_BODY" });
});

test("a body over the limit is refused while it is read, and is read no further", async () => {
  let pulled = 0;
  const cancel = vi.fn();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(400).fill(0x20));
    },
    cancel,
  });
  const response = await toFetchHandler(greeter, { bodyLimit: 1000 })(post(body, { duplex: "half" }));
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ code: "BODY_TOO_LARGE" });
  expect(pulled).toBeLessThan(6);
  expect(cancel).toHaveBeenCalledOnce();
});

test("a body of exactly the limit is read, one byte more is not; the default is 4 MiB", async () => {
  const text = JSON.stringify(input);
  const exact = toFetchHandler(greeter, { bodyLimit: text.length });
  expect((await exact(post(text))).status).toBe(200);
  expect((await exact(post(`${text} `))).status).toBe(413);
  const padding = " ".repeat(4 * 1024 * 1024 - text.length);
  expect((await toFetchHandler(greeter)(post(text + padding))).status).toBe(200);
  expect((await toFetchHandler(greeter)(post(`${text + padding} `))).status).toBe(413);
});

test("a request with neither content-type nor accept is served", async () => {
  const request = post(input, { headers: {}, body: new Blob([JSON.stringify(input)]) });
  expect(request.headers.get("content-type")).toBeNull();
  expect((await toFetchHandler(greeter)(request)).status).toBe(200);
});

test("what is not understood of an input reaches onWarning and not the agent", async () => {
  const onWarning = vi.fn();
  const body = { ...input, messages: [{ id: "1", role: "hologram" }] };
  const response = await toFetchHandler(greeter, { onWarning })(post(body));
  expect(response.status).toBe(200);
  expect(onWarning).toHaveBeenCalledWith(expect.objectContaining({ code: "unknown-role" }));
});

test("an onWarning that throws fails no request", async () => {
  const onWarning = vi.fn(() => {
    throw new Error("broken");
  });
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const body = { ...input, messages: [{ id: "1", role: "hologram" }] };
  expect((await toFetchHandler(greeter, { onWarning })(post(body))).status).toBe(200);
  expect(onWarning).toHaveBeenCalled();
  expect(said).toHaveBeenCalledOnce();
  said.mockRestore();
});

test("cancelling the body aborts an agent that is silent", async () => {
  let signal: AbortSignal | undefined;
  const agent = defineAgent(async (ctx) => {
    signal = ctx.signal;
    ctx.say("hello");
    await new Promise(() => {});
  });
  const reader = (await toFetchHandler(agent)(post(input))).body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toContain("RUN_STARTED");
  const waiting = reader?.read();
  await reader?.cancel();
  expect(signal?.aborted).toBe(true);
  expect(await waiting).toMatchObject({ done: true });
});

test("aborting the request aborts the agent and closes the stream", async () => {
  const controller = new AbortController();
  let signal: AbortSignal | undefined;
  const agent = defineAgent(async (ctx) => {
    signal = ctx.signal;
    await new Promise(() => {});
  });
  const response = await toFetchHandler(agent)(post(input, { signal: controller.signal }));
  controller.abort();
  expect(await response.text()).toContain('"outcome":{"type":"cancelled"}');
  expect(signal?.aborted).toBe(true);
});

test("an agent that awaits drained() stands still while nobody reads", async () => {
  let sent = 0;
  const agent = defineAgent(async (ctx) => {
    for (; ; sent++) {
      ctx.emit({ type: "CUSTOM", name: "tick", value: sent });
      await ctx.drained();
    }
  });
  const reader = (await toFetchHandler(agent)(post(input))).body?.getReader();
  for (let read = 0; read < 5; read++) await reader?.read();
  expect(sent).toBeLessThan(10);
  await reader?.cancel();
});

test("an agent that does not wait for a client that does not read is stopped by an error, not by memory", async () => {
  let sent = 0;
  const agent = defineAgent(async (ctx) => {
    for (const value = "x".repeat(1000); sent < 1_000_000; sent++) {
      ctx.emit({ type: "CUSTOM", name: "block", value });
      await Promise.resolve();
    }
  });
  const onError = vi.fn();
  const response = await toFetchHandler(agent, { bufferLimit: 100_000, onError })(post(input));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader?.read())?.value ?? "";
  await vi.waitFor(() => expect(onError).toHaveBeenCalled());
  expect(onError).toHaveBeenCalledWith(
    expect.objectContaining({ message: expect.stringContaining("drained") }),
  );
  expect(sent).toBeLessThan(110);
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
  // What was sent before is still read, and then why there is no more.
  expect(text.match(/"CUSTOM"/g)).toHaveLength(sent);
  expect(text).toMatch(/"type":"RUN_ERROR".*bufferLimit 100000.*\n\n$/);
});

test("more than fits is no matter where each read makes room", async () => {
  const agent = defineAgent(async (ctx) => {
    for (let turn = 0; turn < 50; turn++) {
      ctx.emit({ type: "CUSTOM", name: "block", value: "x".repeat(1000) });
      await ctx.drained();
    }
  });
  const response = await toFetchHandler(agent, { bufferLimit: 3000 })(post(input));
  expect(await response.text()).toContain("RUN_FINISHED");
});

test("a format that cannot even say why it fails breaks the run off, and stops the agent", async () => {
  const onError = vi.fn();
  let reason: unknown;
  const agent = defineAgent(async (ctx) => {
    ctx.signal.addEventListener("abort", () => {
      reason = ctx.signal.reason;
    });
    await ctx.untilCancelled(new Promise(() => {}));
  });
  const broken = {
    mediaType: "application/x-broken",
    encode(): Uint8Array {
      throw new Error("out of order");
    },
  };
  const handler = toFetchHandler(agent, { formats: [broken], onError });
  const headers = { "content-type": "application/json", accept: broken.mediaType };
  const response = await handler(post(input, { headers }));
  expect(await response.text()).toBe("");
  expect(reason).toMatchObject({ code: "DISCONNECTED" });
  expect(onError.mock.calls).toEqual([[expect.objectContaining({ message: "out of order" })]]);
});
