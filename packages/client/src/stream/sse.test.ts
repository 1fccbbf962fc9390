import fc from "fast-check";
import { expect, test } from "vitest";
import { isProtocolError } from "../errors.ts";
import { decodeSse, type SseOptions } from "./sse.ts";

const utf8 = new TextEncoder();
const bytesOf = (text: string): Uint8Array => utf8.encode(text);

function bodyOf(...chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  const rest = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const chunk = rest.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
}

interface Read {
  batches: unknown[][];
  rule?: string;
  message?: string;
}

async function read(body: ReadableStream<Uint8Array>, options?: SseOptions): Promise<Read> {
  const batches: unknown[][] = [];
  try {
    for await (const batch of decodeSse(body, options)) batches.push([...batch]);
  } catch (error) {
    if (!isProtocolError(error)) throw error;
    return { batches, rule: error.rule, message: error.message };
  }
  return { batches };
}

const readText = (text: string, options?: SseOptions): Promise<Read> => read(bodyOf(bytesOf(text)), options);

/** The same bytes in one chunk, byte by byte and cut in two at every place. */
async function everySplit(bytes: Uint8Array, options?: SseOptions): Promise<Read> {
  const whole = await read(bodyOf(bytes), options);
  const flat = ({ batches, rule }: Read): unknown => ({ objects: batches.flat(), rule });
  const single = await read(bodyOf(...Array.from(bytes, (byte) => Uint8Array.of(byte))), options);
  expect(flat(single)).toEqual(flat(whole));
  for (let at = 1; at < bytes.length; at++) {
    const cut = await read(bodyOf(bytes.subarray(0, at), bytes.subarray(at)), options);
    expect(flat(cut), `cut at ${at}`).toEqual(flat(whole));
  }
  return whole;
}

test("every split of a stream with every kind of line end, a mark and wide characters gives the same objects", async () => {
  const stream = [
    '\uFEFFdata: {"n":1}\r\n\r\n',
    ": keep-alive\r\n\r\n",
    'data:{"text":"é 漢 👩‍👩‍👧 \\n"}\r\r',
    'event: message\nid: 7\nretry: 10\ndata: {"list":\ndata: [1,\ndata: 2]}\n\n',
    "data:\n\ndata\n\n\n\r\n",
    "unknown: field\nnonsense\n\n",
    'data: {"mark":"\uFEFF \uFFFD"}\r\n\n',
    "data: [DONE]\n\n",
    'data: {"last":true}',
  ].join("");
  const { batches, rule } = await everySplit(bytesOf(stream));
  expect(rule).toBeUndefined();
  expect(batches.flat()).toEqual([
    { n: 1 },
    { text: "é 漢 👩‍👩‍👧 \n" },
    { list: [1, 2] },
    { mark: "\uFEFF \uFFFD" },
    { last: true },
  ]);
});

test("yields one batch for each chunk that completed a frame, as soon as it has", async () => {
  const body = bodyOf(
    bytesOf('data: 1\n\ndata: 2\n\ndata: {"a'),
    bytesOf('":3}'),
    bytesOf("\r\r"),
    bytesOf("\ndata: 4\n\n"),
  );
  expect((await read(body)).batches).toEqual([[1, 2], [{ a: 3 }], [4]]);
});

test("a frame ended by a bare CR is not held back until the next chunk", async () => {
  let send: (text: string) => void = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (text) => controller.enqueue(bytesOf(text));
    },
  });
  const frames = decodeSse(body);
  send("data: 1\r\r");
  expect(await frames.next()).toEqual({ done: false, value: [1] });
  send("\ndata: 2\r\n\r");
  expect(await frames.next()).toEqual({ done: false, value: [2] });
  await frames.return();
});

test.each([
  ['data: {"a":1}', [{ a: 1 }]],
  ['data: {"a":1}\n', [{ a: 1 }]],
  ['data: {"a":\ndata: 1}', [{ a: 1 }]],
  ['data: {"a":1', []],
  ["data: ", []],
  ["dat", []],
])("a last frame without its blank line: %j", async (text, expected) => {
  expect(await everySplit(bytesOf(text))).toEqual({ batches: expected.length > 0 ? [expected] : [] });
});

test("a stream cut within a character is truncated, not refused", async () => {
  expect(await everySplit(bytesOf('data: 1\n\ndata: {"a":"é').subarray(0, -1))).toEqual({ batches: [[1]] });
  expect(await everySplit(bytesOf('data: 1\n\ndata: {"a":1}é').subarray(0, -1))).toEqual({ batches: [[1]] });
});

test("a frame that is not JSON is a ProtocolError with an excerpt, after everything before it", async () => {
  const { batches, rule, message } = await everySplit(bytesOf("data: 1\n\ndata: <html>\n\ndata: 2\n\n"));
  expect(batches).toEqual([[1]]);
  expect(rule).toBe("not-json");
  expect(message).toContain("<html>");
});

test("bytes that are not UTF-8 become replacement characters, as the format says", async () => {
  for (const [bad, shown] of [
    [[0xff], "\uFFFD"],
    [[0xc3, 0x28], "\uFFFD("],
    [[0xe6, 0xbc, 0x21], "\uFFFD!"],
  ] as const) {
    const bytes = Uint8Array.of(...bytesOf('data: "é漢"\n\ndata: "'), ...bad, ...bytesOf('"\n\ndata: 2\n\n'));
    expect(await everySplit(bytes)).toEqual({ batches: [["é漢", shown, 2]] });
  }
});

test("a frame above the limit is refused wherever it is cut, one at the limit is not", async () => {
  const frame = (size: number): Uint8Array => bytesOf(`data: 1\n\ndata: "${"é".repeat((size - 2) / 2)}"\n\n`);
  expect(await everySplit(frame(40), { maxFrameBytes: 40 })).toEqual({ batches: [[1, "é".repeat(19)]] });
  expect(await everySplit(frame(42), { maxFrameBytes: 40 })).toMatchObject({
    batches: [[1]],
    rule: "frame-too-large",
  });
  const endless = await read(bodyOf(...Array.from({ length: 99 }, () => bytesOf("data: 1234567"))), {
    maxFrameBytes: 100,
  });
  expect(endless.rule).toBe("frame-too-large");
});

test("many small frames and keep-alives are no large frame", async () => {
  const text = ': keep-alive\n\ndata: {"a":1}\n\n'.repeat(100);
  const { batches, rule } = await readText(text, { maxFrameBytes: 20 });
  expect([batches.flat().length, rule]).toEqual([100, undefined]);
});

test("stopping early cancels the body", async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytesOf("data: 1\n\n")),
    cancel: () => {
      cancelled = true;
    },
  });
  for await (const batch of decodeSse(body)) {
    expect(batch).toEqual([1]);
    break;
  }
  expect(cancelled).toBe(true);
});

test("an abort ends a silent body quietly, and the rest of a frame is not read", async () => {
  const controller = new AbortController();
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(bytesOf("data: 1\n\ndata: 2")),
    cancel: () => {
      cancelled = true;
    },
  });
  const frames = decodeSse(body, { signal: controller.signal });
  expect(await frames.next()).toEqual({ done: false, value: [1] });
  const next = frames.next();
  controller.abort();
  expect(await next).toEqual({ done: true, value: undefined });
  expect(cancelled).toBe(true);
});

test("what the body throws passes through, after what came before", async () => {
  const cause = new Error("connection reset");
  const body = new ReadableStream<Uint8Array>(
    {
      start: (stream) => stream.enqueue(bytesOf("data: 1\n\n")),
      pull: (stream) => stream.error(cause),
    },
    { highWaterMark: 0 },
  );
  const frames = decodeSse(body);
  expect(await frames.next()).toEqual({ done: false, value: [1] });
  await expect(frames.next()).rejects.toBe(cause);
});

/** What a stream means, read as a whole by the letter of its format: lines, data, blank lines. */
function meantBy(stream: string): Read {
  const objects: unknown[] = [];
  const lines = stream.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  let data: string[] = [];
  // Two more, because a clean end completes a last line, and a last frame that lacks only its blank line.
  for (const [at, line] of [...lines, "", ""].entries()) {
    if (line === "data") data.push("");
    else if (line.startsWith("data:")) data.push(line.slice("data:".length).replace(/^ /, ""));
    if (line !== "") continue;
    // White space around JSON says nothing, nor does a frame of nothing else.
    const text = data.join("\n").trim();
    data = [];
    if (text === "" || text === "[DONE]") continue;
    try {
      objects.push(JSON.parse(text));
    } catch {
      // The last element is what comes after the last line end: nothing, or a line that broke off.
      return at < lines.length - 1 ? { batches: [objects], rule: "not-json" } : { batches: [objects] };
    }
  }
  return { batches: [objects] };
}

test("reads what is meant, on any lines with any ends, however they are cut", async () => {
  const line = fc.constantFrom(
    ...["", "", "data", "data:", "data: 1", "data:  [1,", "data:2]", "data: [DONE]", ": keep-alive"],
    ...["id: 7", "event: x", "retry: 5", "retry: soon", "data : 3", "dat", "DATA: 4", " data: 5", ":"],
    ...['data:"\ud83d\ude00"', 'data: "\uFEFF"', "data: {", "data: }", "\uFEFFdata: 6"],
  );
  const end = fc.constantFrom("\n", "\r", "\r\n");
  const lines = fc.array(fc.tuple(line, end), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("", "\uFEFF"), lines, line, async (mark, whole, last) => {
      const stream = mark + whole.flat().join("") + last;
      const { batches, rule } = await everySplit(bytesOf(stream));
      expect({ objects: batches.flat(), rule }).toEqual({
        objects: meantBy(stream).batches.flat(),
        rule: meantBy(stream).rule,
      });
    }),
    { numRuns: 300 },
  );
});
