import { createAgentClient, httpTransport, isProtocolError, isTransportError } from "@holdpoint/client";
import { expect, vi } from "vitest";
import { type Chunks, fromBase64, join, toBytes, toSse } from "./support/chunks.ts";
import { createClient, read, readEveryChunking, textOf } from "./support/client.ts";
import { fieldCase, variant, type WireEvent } from "./support/field-case.ts";
import { openStream, respond, serve, toBody } from "./support/server.ts";
import { timeRatio } from "./support/time.ts";

interface ExpectedEvents {
  readonly events: readonly WireEvent[];
}

fieldCase<
  {
    bytesBase64Chunks: readonly string[];
    variants: readonly { name: string; bytesBase64Chunks: readonly string[] }[];
  },
  ExpectedEvents & { eventCount: number; variants: Readonly<Record<string, number>> }
>("21-crlf-split-and-bare-cr", async ({ bytesBase64Chunks, variants }, expected) => {
  const chunks = fromBase64(bytesBase64Chunks);
  const asCut = await read({ chunks });
  expect(asCut.end.status).toBe("success");
  expect(asCut.events).toEqual(expected.events);
  expect(asCut.events).toHaveLength(expected.eventCount);
  expect((await readEveryChunking(join(chunks))).events).toEqual(expected.events);

  expect(variants.map(({ name }) => name)).toEqual(Object.keys(expected.variants));
  for (const { name, bytesBase64Chunks: own } of variants) {
    const { events } = await read({ chunks: fromBase64(own) });
    expect(events, name).toEqual(expected.events);
    expect(events, name).toHaveLength(expected.variants[name] ?? Number.NaN);
    expect((await readEveryChunking(join(fromBase64(own)))).events, name).toEqual(expected.events);
  }

  await expectNothingHeldBack(chunks.slice(0, 2));
});

/** The first event is there once its blank line is, although the bytes after it never come. */
async function expectNothingHeldBack(chunks: Chunks): Promise<void> {
  const stream = openStream();
  const { fetch } = serve(() => stream.response);
  const client = createAgentClient({ transport: httpTransport({ url: "/agent" }), environment: { fetch } });
  const thread = client.thread("t1");
  const types: string[] = [];
  thread.onEvent(({ type }) => types.push(type));
  const end = thread.run({ runId: "r1" });
  for (const chunk of chunks) stream.write(new TextDecoder().decode(chunk));
  await vi.waitFor(() => expect(types).toEqual(["RUN_STARTED"]));
  thread.stop();
  expect((await end).status).toBe("stopped");
}

fieldCase<{ bytesBase64Chunks: readonly string[] }, ExpectedEvents>(
  "22-bom-split",
  async ({ bytesBase64Chunks }, expected) => {
    const chunks = fromBase64(bytesBase64Chunks);
    for (const seen of [await read({ chunks }), await readEveryChunking(join(chunks))]) {
      expect(seen.end.status).toBe("success");
      expect(seen.events).toEqual(expected.events);
      // Only the one at the very start is no content.
      expect(textOf(seen, "m1")).toBe("\ufeffkept");
    }
  },
);

fieldCase<{ sseText: string }, ExpectedEvents & { eventCount: number }>(
  "24-no-space-and-multiline-data",
  async ({ sseText }, expected) => {
    // A CRLF cut in two would be a blank line between two lines of one event.
    for (const lineEnd of ["\n", "\r\n", "\r"]) {
      const body = toBytes(sseText.replaceAll("\n", lineEnd));
      const { end, events, warnings } = await readEveryChunking(body);
      expect(end.status).toBe("success");
      expect(events).toEqual(expected.events);
      expect(events).toHaveLength(expected.eventCount);
      expect(warnings).toEqual([]);
    }
  },
);

// `idleTimerResetBy` is asserted with the idle timeout, case 32.
fieldCase<{ sseText: string }, ExpectedEvents & { eventCount: number }>(
  "25-keepalives-and-empty-data",
  async ({ sseText }, expected) => {
    const { end, events, warnings } = await readEveryChunking(toBytes(sseText));
    expect(end.status).toBe("success");
    expect(end.error).toBeUndefined();
    expect(warnings).toEqual([]);
    expect(events).toEqual(expected.events);
    expect(events).toHaveLength(expected.eventCount);
  },
);

interface Cut {
  readonly name: string;
  readonly sseText?: string;
  readonly thenError?: string;
}

const brokenBy = (thenError: string | undefined): Error | undefined =>
  thenError === undefined ? undefined : new TypeError(thenError.replace("TypeError: ", ""));

fieldCase<{ sseText: string; variants: readonly Cut[] }, { status: string }>(
  "27-eof-without-blank-line",
  async ({ sseText, variants }, expected) => {
    const whole = await readEveryChunking(toBytes(sseText));
    expect(whole.end.status).toBe(expected.status);
    expect(textOf(whole, "m1")).toBe("Hello");

    const readCut = ({ sseText: text = "", thenError }: Cut) =>
      readEveryChunking(toBytes(text), { broken: brokenBy(thenError) });
    expect((await readCut(variant(variants, "single-lf"))).end.status).toBe("success");

    const cut = await readCut(variant(variants, "cut-inside-json"));
    expect(cut.end.status).toBe("truncated");
    expect(isTransportError(cut.end.error)).toBe(true);
    expect(cut.end.error?.cause).not.toBeInstanceOf(SyntaxError);
    expect(textOf(cut, "m1")).toBe("Hello");

    const reset = await readCut(variant(variants, "reset-after-line"));
    expect(reset.end.status).toBe("truncated");
    expect(isTransportError(reset.end.error)).toBe(true);
    expect(textOf(reset, "m1")).toBe("Hello");
  },
);

fieldCase<{ sseText: string; variants: readonly Cut[] }, { status: string; partialText: string }>(
  "28-truncated-run-is-not-success",
  async ({ sseText, variants }, expected) => {
    const { thenError } = variant(variants, "reset");
    for (const broken of [undefined, brokenBy(thenError)]) {
      const seen = await readEveryChunking(toBytes(sseText), { broken });
      expect(seen.end.status).toBe(expected.status);
      expect(seen.snapshot.status).toBe(expected.status);
      expect(seen.snapshot.error).toBe(seen.end.error);
      expect(isTransportError(seen.end.error)).toBe(true);
      expect(seen.snapshot.messages).toMatchObject([
        { id: "m1", content: expected.partialText, phase: "incomplete" },
      ]);
      expect(seen.statuses).toEqual(["running", expected.status]);
      expect(seen.events.map(({ type }) => type)).not.toContain("RUN_FINISHED");
    }

    const { sseText: nothing = "" } = variant(variants, "empty-body");
    const empty = await readEveryChunking(toBytes(nothing));
    expect(empty.end.status).toBe("unstarted");
    expect(empty.end.error?.message).toContain("ended without a terminal event");
    expect(empty.snapshot.status).toBe("unstarted");
  },
);

interface HugeFrame {
  readonly generate: {
    readonly before: readonly WireEvent[];
    readonly frame: { readonly event: WireEvent; readonly contentBytes: number; readonly fill: string };
    readonly after: readonly WireEvent[];
    readonly chunkBytes: number;
  };
  readonly variants: readonly {
    readonly name: string;
    readonly generate: { prefix: string; bytes: number; fill: string; chunkBytes: number };
  }[];
}

const cutEvery = (body: Uint8Array, length: number): Chunks =>
  Array.from({ length: Math.ceil(body.length / length) }, (_, at) =>
    body.subarray(at * length, (at + 1) * length),
  );

// The time is held as a ratio only, as everywhere here: seconds say more of the machine than of the code.
fieldCase<HugeFrame, { status: string; resultLength: number; timeRatioWhenSizeDoubles: string }>(
  "31-huge-frame-linear-time",
  async ({ generate, variants }, expected) => {
    const chunksOf = (contentBytes: number): Chunks => {
      const { before, frame, after, chunkBytes } = generate;
      const huge = { ...frame.event, content: frame.fill.repeat(contentBytes) };
      return cutEvery(toSse([...before, huge, ...after]), chunkBytes);
    };
    const timed = (contentBytes: number) => async (): Promise<number> => {
      const chunks = chunksOf(contentBytes);
      const start = performance.now();
      const { end, thread } = await read({ chunks });
      const elapsed = performance.now() - start;
      expect(end.status).toBe(expected.status);
      expect(thread.toolCall("c1").get()?.result).toHaveLength(contentBytes);
      return elapsed;
    };
    const { contentBytes } = generate.frame;
    expect(contentBytes).toBe(expected.resultLength);
    expect(expected.timeRatioWhenSizeDoubles).toBe("<= 3");
    expect(await timeRatio(timed(contentBytes), timed(contentBytes * 2), 3)).toBeLessThanOrEqual(3);

    await expectNeverEndingLineRefused(variant(variants, "never-ending-line").generate);
  },
);

async function expectNeverEndingLineRefused(line: HugeFrame["variants"][number]["generate"]): Promise<void> {
  for (const maxFrameBytes of [16 * 1024 * 1024, 1024 * 1024]) {
    let served = 0;
    let cancelled = false;
    function* chunks(): Generator<Uint8Array> {
      const chunk = toBytes(line.fill.repeat(line.chunkBytes));
      try {
        yield toBytes(line.prefix);
        for (; served < line.bytes; served += line.chunkBytes) yield chunk;
      } finally {
        cancelled = served < line.bytes;
      }
    }
    const { fetch } = serve(() => respond(toBody(chunks())));
    const transport = httpTransport({ url: "/agent", maxFrameBytes });
    const end = await createClient({ transport, environment: { fetch } }).thread("t1").run();
    expect(end.status).toBe("rejected");
    expect(isProtocolError(end.error) && end.error.rule).toBe("frame-too-large");
    expect(cancelled).toBe(true);
    expect(served).toBeLessThanOrEqual(maxFrameBytes + line.chunkBytes);
  }
}
