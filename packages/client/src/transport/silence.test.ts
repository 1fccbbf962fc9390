import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { input, runOptions } from "../../../../test/support/transport-run.ts";
import { createAgentClient } from "../client.ts";
import { isTransportError } from "../errors.ts";
import { httpTransport } from "./http.ts";

const started = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const frame = `data: ${JSON.stringify(started)}\n\n`;
const SILENT = "The stream was silent for 5 s.";

/** A server whose body the test writes itself. */
function openBody() {
  let send = (_: string): void => {};
  let end = (): void => {};
  let cancelled = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      send = (text) => controller.enqueue(new TextEncoder().encode(text));
      end = () => controller.close();
    },
    cancel() {
      cancelled = true;
    },
  });
  const response = new Response(body, { headers: { "content-type": "text/event-stream" } });
  return { response, send, end, cancelled: () => cancelled };
}

const never = (): Promise<never> => new Promise(() => {});

/** Reads in the background; `read` holds what has come, `ended` is set at the end. */
function reading(options: { idleTimeout?: number; fetch: typeof fetch }, run = runOptions()) {
  const seen: { read: unknown[]; ended: boolean; error?: unknown } = { read: [], ended: false };
  const go = async (): Promise<void> => {
    for await (const batch of httpTransport({ url: "/agent", ...options })(input, run)) {
      seen.read.push(...batch);
    }
  };
  go()
    .catch((error: unknown) => {
      seen.error = error;
    })
    .finally(() => {
      seen.ended = true;
    });
  return seen;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a server that does not answer in time is a TransportError", async () => {
  const seen = reading({ idleTimeout: 5000, fetch: never });
  await vi.advanceTimersByTimeAsync(4999);
  expect(seen.ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isTransportError(seen.error) && seen.error.message).toBe(SILENT);
});

test("every byte starts the wait anew, a comment's too; then the body is cancelled", async () => {
  const { response, send, cancelled } = openBody();
  const seen = reading({ idleTimeout: 5000, fetch: () => Promise.resolve(response) });
  for (const text of [frame, ": keep-alive\n", "\n", "dat"]) {
    await vi.advanceTimersByTimeAsync(4000);
    send(text);
  }
  await vi.advanceTimersByTimeAsync(4999);
  expect(seen).toEqual({ read: [started], ended: false });
  await vi.advanceTimersByTimeAsync(1);
  expect(isTransportError(seen.error) && seen.error.message).toBe(SILENT);
  expect(cancelled()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([undefined, 0, Number.POSITIVE_INFINITY])("with %s it waits for ever", async (idleTimeout) => {
  const { response, send, end } = openBody();
  const timeout = idleTimeout === undefined ? {} : { idleTimeout };
  const seen = reading({ ...timeout, fetch: () => Promise.resolve(response) });
  send(frame);
  await vi.advanceTimersByTimeAsync(24 * 3600 * 1000);
  expect(seen).toEqual({ read: [started], ended: false });
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual({ read: [started], ended: true });
});

test("a clean end and an abort leave no timer behind", async () => {
  const whole = openBody();
  const clean = reading({ idleTimeout: 5000, fetch: () => Promise.resolve(whole.response) });
  whole.send(frame);
  whole.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(clean).toEqual({ read: [started], ended: true });
  expect(vi.getTimerCount()).toBe(0);

  const open = openBody();
  const controller = new AbortController();
  const run = runOptions(controller.signal);
  const stopped = reading({ idleTimeout: 5000, fetch: () => Promise.resolve(open.response) }, run);
  await vi.advanceTimersByTimeAsync(0);
  controller.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(stopped).toEqual({ read: [], ended: true });
  expect(open.cancelled()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("the time that the reader takes is no silence", async () => {
  const { response, send } = openBody();
  const transport = httpTransport({
    url: "/agent",
    idleTimeout: 5000,
    fetch: () => Promise.resolve(response),
  });
  const batches = transport(input, runOptions())[Symbol.asyncIterator]();
  send(frame);
  expect(await batches.next()).toEqual({ done: false, value: [started] });
  send(frame);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await batches.next()).toEqual({ done: false, value: [started] });
});

test("a run that falls silent ends truncated, or unstarted where nothing came", async () => {
  const { response, send } = openBody();
  const answers = [Promise.resolve(response)];
  const client = createAgentClient({
    transport: httpTransport({
      url: "/agent",
      idleTimeout: 5000,
      fetch: () => answers.shift() ?? never(),
    }),
  });
  const thread = client.thread("t");
  const first = thread.run({ runId: "r" });
  send(frame);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await first).toMatchObject({ status: "truncated", error: { message: SILENT } });

  const second = thread.run({ runId: "r2" });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await second).toMatchObject({ status: "unstarted", error: { message: SILENT } });
});
