/** The transport against a socket whose events the test sends itself. */

import { expect, test, vi } from "vitest";
import { failureOf, input, readBatches, runOptions } from "../../../../test/support/transport-run.ts";
import { webSocketTransport } from "./websocket.ts";

const started = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r" };

/** A WebSocket class whose events the test sends itself; only one of it is made. */
function fakeSocket() {
  const listeners = new Map<string, (event: object) => void>();
  const calls: unknown[] = [];
  class Fake {
    constructor(...made: unknown[]) {
      calls.push(made);
    }
    send = (data: string): unknown => calls.push(JSON.parse(data));
    close = (code?: number): unknown => calls.push(code);
    addEventListener = (type: string, listener: (event: object) => void): unknown =>
      listeners.set(type, listener);
  }
  const emit = (type: string, event: object = {}): void => listeners.get(type)?.(event);
  return { Fake, calls, emit, made: () => vi.waitUntil(() => listeners.size === 4) };
}

test("uses the platform's WebSocket unless given one; what comes together is one batch", async () => {
  const { Fake, calls, emit, made } = fakeSocket();
  vi.stubGlobal("WebSocket", Fake);
  try {
    const run = webSocketTransport({ url: "ws://agent", protocols: "ag-ui" })(input, runOptions());
    const batches = run[Symbol.asyncIterator]();
    const next = batches.next();
    await made();
    emit("open");
    for (const event of [started, finished]) emit("message", { data: JSON.stringify(event) });
    expect(await next).toEqual({ done: false, value: [started, finished] });
    // What comes while the reader is at work is its next batch.
    for (const data of ["1", "2"]) emit("message", { data });
    emit("close", { code: 1000 });
    emit("message", { data: "3" });
    expect(await batches.next()).toEqual({ done: false, value: [1, 2] });
    expect(await batches.next()).toEqual({ done: true, value: undefined });
    expect(calls).toEqual([["ws://agent", "ag-ui"], input, 1000]);
  } finally {
    vi.unstubAllGlobals();
  }
});

test("an error that no close follows ends the run all the same", async () => {
  const { Fake, emit, made } = fakeSocket();
  const failing = failureOf(webSocketTransport({ url: "ws://agent", WebSocket: Fake }));
  await made();
  emit("open");
  const event = new Event("error");
  emit("error", event);
  expect(await failing).toMatchObject({
    message: "The connection failed before the server ended the stream.",
    cause: event,
  });
});

test("stopped while the connection is being made, it is closed and sends nothing", async () => {
  const { Fake, calls, emit, made } = fakeSocket();
  const controller = new AbortController();
  const reading = readBatches(
    webSocketTransport({ url: "ws://agent", WebSocket: Fake }),
    runOptions(controller.signal),
  );
  await made();
  controller.abort();
  emit("error", new Event("error"));
  emit("close", { code: 1006 });
  expect(await reading).toEqual({ batches: [] });
  expect(calls).toEqual([["ws://agent", undefined], 1000]);
});

test("without a WebSocket anywhere the error says what to give", async () => {
  vi.stubGlobal("WebSocket", undefined);
  try {
    const reading = async (): Promise<void> => {
      for await (const _ of webSocketTransport({ url: "ws://127.0.0.1" })(input, runOptions()));
    };
    await expect(reading).rejects.toThrow("no WebSocket");
  } finally {
    vi.unstubAllGlobals();
  }
});

test("a request that cannot be sent ends as a TransportError, and the socket is closed", async () => {
  const { Fake, calls, emit, made } = fakeSocket();
  const cause = new Error("closing");
  class Throwing extends Fake {
    override send = (): unknown => {
      throw cause;
    };
  }
  const failed = failureOf(webSocketTransport({ url: "ws://agent", WebSocket: Throwing }));
  await made();
  emit("open");
  const error = await failed;
  expect(error).toMatchObject({ message: "The request could not be sent.", cause });
  expect(calls.at(-1)).toBe(1000);
});
