import { expect, test, vi } from "vitest";
import { createAgentClient } from "../client.ts";
import { isProtocolError, isTransportError, type TransportError } from "../errors.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { type HttpTransportOptions, httpTransport } from "./http.ts";
import type { TransportOptions } from "./transport.ts";

const input: RunAgentInput = { threadId: "t", runId: "r", messages: [], tools: [], context: [] };
const event = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const frame = `data: ${JSON.stringify(event)}\n\n`;
const sse = { "content-type": "text/event-stream" };

function runOptions(signal = new AbortController().signal): TransportOptions {
  const session = { get: () => undefined, set: () => {} };
  return {
    signal,
    session,
    fetch: () => Promise.reject(new Error("the client's fetch was not expected")),
  };
}

async function read(options: Partial<HttpTransportOptions>, run = runOptions()): Promise<unknown[]> {
  const objects: unknown[] = [];
  for await (const batch of httpTransport({ url: "/agent", ...options })(input, run)) objects.push(...batch);
  return objects;
}

const answering =
  (body: BodyInit | null, init?: ResponseInit): typeof fetch =>
  () =>
    Promise.resolve(new Response(body, init));

async function failure(options: Partial<HttpTransportOptions>): Promise<TransportError> {
  const error: unknown = await read(options).catch((thrown: unknown) => thrown);
  if (!isTransportError(error)) throw new Error(`no TransportError: ${String(error)}`);
  return error;
}

/** A body that sends `first` and then stays silent. */
function silent(first: string): { body: ReadableStream<Uint8Array>; cancelled: () => boolean } {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(first)),
    cancel: () => {
      cancelled = true;
    },
  });
  return { body, cancelled: () => cancelled };
}

test("posts the input as JSON and yields what comes", async () => {
  const fetchNow = vi.fn(answering(frame, { headers: sse }));
  const { signal } = new AbortController();
  const run = runOptions(signal);
  expect(
    await read({ fetch: fetchNow, headers: { authorization: "Bearer 1" }, credentials: "include" }, run),
  ).toEqual([event]);
  const [url, init] = fetchNow.mock.calls[0] ?? [];
  expect(url).toBe("/agent");
  expect(init).toMatchObject({ method: "POST", body: JSON.stringify(input), credentials: "include", signal });
  expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
    accept: "text/event-stream",
    authorization: "Bearer 1",
    "content-type": "application/json",
  });
});

test("uses the client's fetch unless given one", async () => {
  const run = { ...runOptions(), fetch: answering(frame, { headers: sse }) };
  expect(await read({}, run)).toEqual([event]);
});

test("asks for the url and the headers anew at each request", async () => {
  const seen: unknown[] = [];
  let asked = 0;
  const transport = httpTransport({
    url: () => Promise.resolve(`/agent/${++asked}`),
    headers: async () => new Headers({ "x-asked": String(asked) }),
    fetch: async (url, init) => {
      seen.push([url, new Headers(init?.headers).get("x-asked")]);
      return new Response(frame, { headers: sse });
    },
  });
  for (let count = 0; count < 2; count++) for await (const _ of transport(input, runOptions()));
  expect(seen).toEqual([
    ["/agent/1", "1"],
    ["/agent/2", "2"],
  ]);
});

test.each(["url", "headers"])(
  "%s that cannot be made is a TransportError with its cause, and nothing is sent",
  async (part) => {
    const cause = new Error("signed out");
    const fetchNow = vi.fn(answering(frame, { headers: sse }));
    const error = await failure({
      fetch: fetchNow,
      [part]: () => {
        throw cause;
      },
    });
    expect(error.message).toBe("The request could not be made.");
    expect(error.cause).toBe(cause);
    expect(fetchNow).not.toHaveBeenCalled();
  },
);

test("an unreachable server is a TransportError with its cause", async () => {
  const cause = new TypeError("fetch failed");
  const error = await failure({ fetch: () => Promise.reject(cause) });
  expect(error.message).toContain("could not be reached");
  expect(error.cause).toBe(cause);
  expect(error.status).toBeUndefined();
});

test("a refusal carries status, type, wait and the first 2048 characters, and cancels the rest", async () => {
  const { body, cancelled } = silent("é".repeat(5000));
  const error = await failure({
    fetch: answering(body, {
      status: 429,
      headers: { "content-type": "text/plain", "retry-after": "7" },
    }),
  });
  expect(error).toMatchObject({ status: 429, contentType: "text/plain", retryAfter: 7000 });
  expect(error.excerpt).toBe("é".repeat(2048));
  expect(error.message).toContain("429");
  expect(cancelled()).toBe(true);
});

test("a Retry-After that is a date, or nonsense, is no wait", async () => {
  const wait = async (value: string): Promise<number | undefined> =>
    (await failure({ fetch: answering(null, { status: 503, headers: { "retry-after": value } }) }))
      .retryAfter;
  expect(await wait("120")).toBe(120_000);
  expect(await wait("Thu, 01 Jan 1970 00:00:00 GMT")).toBeUndefined();
  expect(await wait("soon")).toBeUndefined();
});

test.each<[string, BodyInit | null, ResponseInit, string]>([
  ["204", null, { status: 204 }, "status 204 and nothing"],
  ["no body", null, { headers: sse }, "status 200 and nothing"],
  ["a page", "<html>", { headers: { "content-type": "text/html; charset=utf-8" } }, "text/html"],
  ["JSON", "{}", { headers: { "content-type": "application/json" } }, "application/json"],
])("%s instead of an event stream is a TransportError that says so", async (_, body, init, words) => {
  const error = await failure({ fetch: answering(body, init) });
  expect(error.message).toContain(words);
  expect(error.message).toContain("check the url");
  expect(error.excerpt).toBe(body ?? undefined);
});

test("a body without a type is refused, its excerpt kept", async () => {
  const error = await failure({ fetch: answering(new TextEncoder().encode("hello")) });
  expect(error).toMatchObject({ contentType: undefined, excerpt: "hello" });
});

test("the media type may be in any case and have parameters", async () => {
  const headers = { "content-type": "Text/Event-Stream ; charset=utf-8" };
  expect(await read({ fetch: answering(frame, { headers }) })).toEqual([event]);
});

test("an answer that never ends is not waited for", async () => {
  vi.useFakeTimers();
  try {
    const { body, cancelled } = silent("data: 1\n\n");
    const failed = failure({ fetch: answering(body, { headers: { "content-type": "text/plain" } }) });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await failed).toMatchObject({ excerpt: "data: 1\n\n", contentType: "text/plain" });
    expect(cancelled()).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test("a body that breaks midway is a TransportError after what came before", async () => {
  const cause = new Error("reset");
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(new TextEncoder().encode(frame)),
      pull: (controller) => controller.error(cause),
    },
    { highWaterMark: 0 },
  );
  const run = httpTransport({ url: "/", fetch: answering(body, { headers: sse }) })(input, runOptions());
  const batches = run[Symbol.asyncIterator]();
  expect(await batches.next()).toEqual({ done: false, value: [event] });
  const error: unknown = await batches.next().catch((thrown: unknown) => thrown);
  expect(isTransportError(error)).toBe(true);
  expect(error).toHaveProperty("cause", cause);
});

test("a frame that is not JSON, or too large, stays a ProtocolError", async () => {
  const rejects = async (options: Partial<HttpTransportOptions>): Promise<unknown> =>
    read(options).catch((error: unknown) => isProtocolError(error) && error.rule);
  expect(await rejects({ fetch: answering("data: {\n\n", { headers: sse }) })).toBe("not-json");
  expect(await rejects({ fetch: answering(frame, { headers: sse }), maxFrameBytes: 5 })).toBe(
    "frame-too-large",
  );
});

test.each(["url", "headers", "fetch"])(
  "a stopped run ends at once where its %s never answers",
  async (part) => {
    const never = vi.fn((): Promise<never> => new Promise(() => {}));
    const transport = httpTransport({ url: "/", fetch: never, [part]: never });
    const thread = createAgentClient({ transport }).thread("t");
    const run = thread.run();
    await vi.waitUntil(() => never.mock.calls.length > 0);
    thread.stop();
    expect(await run).toMatchObject({ status: "stopped" });
    expect(never).toHaveBeenCalledTimes(1);
  },
);

test("an abort ends the reading quietly at every point, and sends nothing that was not sent", async () => {
  const abortedIn = async (part: "url" | "headers"): Promise<unknown[]> => {
    const controller = new AbortController();
    const fetchNow = vi.fn(answering(frame, { headers: sse }));
    const late = { [part]: async () => controller.abort() };
    const objects = await read({ fetch: fetchNow, ...late }, runOptions(controller.signal));
    expect(fetchNow).not.toHaveBeenCalled();
    return objects;
  };
  expect(await abortedIn("url")).toEqual([]);
  expect(await abortedIn("headers")).toEqual([]);
  const late = silent(frame);
  let resolve: (response: Response) => void = () => {};
  const responding = new Promise<Response>((settle) => {
    resolve = settle;
  });
  const asked = vi.fn(() => responding);
  const controller = new AbortController();
  const reading = read({ fetch: asked }, runOptions(controller.signal));
  await vi.waitUntil(() => asked.mock.calls.length > 0);
  controller.abort();
  resolve(new Response(late.body, { headers: sse }));
  expect(await reading).toEqual([]);
  await vi.waitUntil(late.cancelled);

  const open = silent(frame);
  const stop = new AbortController();
  const run = httpTransport({ url: "/", fetch: answering(open.body, { headers: sse }) })(
    input,
    runOptions(stop.signal),
  );
  const batches = run[Symbol.asyncIterator]();
  expect(await batches.next()).toEqual({ done: false, value: [event] });
  const next = batches.next();
  stop.abort();
  expect(await next).toEqual({ done: true, value: undefined });
  expect(open.cancelled()).toBe(true);

  const before = vi.fn(answering(frame, { headers: sse }));
  expect(await read({ fetch: before }, runOptions(AbortSignal.abort()))).toEqual([]);
  expect(before).not.toHaveBeenCalled();
});
