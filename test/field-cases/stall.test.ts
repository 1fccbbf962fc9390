import { httpTransport, isTransportError, type RunEnd } from "@holdpoint/client";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { createClient } from "./support/client.ts";
import { fieldCase } from "./support/field-case.ts";
import { openStream, serve } from "./support/server.ts";

interface Scheduled {
  readonly atMs: number;
  readonly sseText?: string;
  readonly silence?: boolean;
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs against a server that writes what is scheduled, each text in pieces, until the clock shows `untilMs`. */
async function runUntil(
  untilMs: number,
  schedule: readonly Scheduled[],
  cut: (text: string) => readonly string[],
  options: { idleTimeout?: number },
) {
  const stream = openStream();
  const { fetch, requests } = serve(() => stream.response);
  const transport = httpTransport({ url: "/agent", ...options });
  const thread = createClient({ transport, environment: { fetch } }).thread("t1");
  const start = Date.now();
  const seen: { end?: RunEnd; endedAtMs?: number; abortedAtMs?: number } = {};
  const ending = thread.run({ runId: "r1" }).then((end) => {
    seen.end = end;
    seen.endedAtMs = Date.now() - start;
  });
  for (const { atMs, sseText = "" } of schedule) {
    setTimeout(() => {
      for (const piece of cut(sseText)) stream.write(piece);
    }, atMs);
  }
  await vi.advanceTimersByTimeAsync(0);
  const signal = requests[0]?.init.signal;
  signal?.addEventListener("abort", () => {
    seen.abortedAtMs = Date.now() - start;
  });
  await vi.advanceTimersByTimeAsync(untilMs);
  return { seen, stream, signal, thread, ending };
}

fieldCase<
  {
    response: { status: number; headers: Readonly<Record<string, string>> };
    schedule: readonly Scheduled[];
    options: { idleTimeoutMs: number };
  },
  {
    abortedAtMs: number;
    toleranceMs: number;
    error: string;
    status: string;
    fetchSignalAborted: boolean;
    readerCancelled: boolean;
    withoutOption: string;
  }
>("32-silent-stall", async ({ response, schedule, options }, expected) => {
  const sent = openStream().response;
  expect({ status: sent.status, headers: Object.fromEntries(sent.headers) }).toEqual(response);
  const untilMs = Math.max(...schedule.map(({ atMs }) => atMs));
  const cuts = [(text: string) => [text], (text: string) => [...text]];

  for (const cut of cuts) {
    const { seen, stream, signal, thread } = await runUntil(untilMs, schedule, cut, {
      idleTimeout: options.idleTimeoutMs,
    });
    expect(seen.end).toMatchObject({ status: expected.status, runId: "r1" });
    expect(expected.error).toBe("idle timeout");
    expect(isTransportError(seen.end?.error) && seen.end.error.message).toBe(
      `The stream was silent for ${options.idleTimeoutMs / 1000} s.`,
    );
    expect(thread.get()).toMatchObject({ status: expected.status, error: seen.end?.error });
    expect(signal?.aborted).toBe(expected.fetchSignalAborted);
    expect(stream.isCancelled()).toBe(expected.readerCancelled);
    for (const atMs of [seen.endedAtMs, seen.abortedAtMs]) {
      expect(Math.abs(Number(atMs) - expected.abortedAtMs)).toBeLessThanOrEqual(expected.toleranceMs);
    }
  }

  expect(expected.withoutOption).toBe("no timeout; stop() still works at once");
  for (const cut of cuts) {
    const { seen, stream, signal, thread, ending } = await runUntil(untilMs, schedule, cut, {});
    expect(seen).toEqual({});
    expect(thread.get().status).toBe("running");
    thread.stop();
    expect(thread.get().status).toBe("stopped");
    expect(signal?.aborted).toBe(true);
    await ending;
    expect(seen).toEqual({
      end: { status: "stopped", runId: "r1" },
      endedAtMs: untilMs,
      abortedAtMs: untilMs,
    });
    expect(stream.isCancelled()).toBe(true);
  }
  expect(vi.getTimerCount()).toBe(0);
});
