/** The binary binding against a real server that encodes with the protocol's own package. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { AGUI_MEDIA_TYPE, encode } from "@ag-ui/proto";
import { expect, test, vi } from "vitest";
import { isProtocolError, isTransportError } from "../errors.ts";
import type { Warning } from "../lib/warning.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import type { HttpTransportOptions } from "../transport/exchange.ts";
import { protobufTransport } from "./transport.ts";

type Encodable = Parameters<typeof encode>[0];

const input: RunAgentInput = { threadId: "t", runId: "r", messages: [], tools: [], context: [] };
const binary = { "content-type": AGUI_MEDIA_TYPE };

/** Events as an agent builds them, which JSON would carry as they are. */
const events: readonly Encodable[] = JSON.parse(`[
  { "type": "RUN_STARTED", "threadId": "t", "runId": "r", "timestamp": 1700000000000, "protocolVersion": "1.0",
    "input": { "threadId": "t", "runId": "r", "messages": [{ "id": "u", "role": "user", "content": "" }],
      "tools": [], "context": [] } },
  { "type": "STATE_SNAPSHOT", "snapshot": { "a": null, "list": [], "text": "", "no": false, "deep": { "n": -0.5 } } },
  { "type": "STATE_DELTA", "delta": [{ "op": "replace", "path": "/a", "value": null },
    { "op": "remove", "path": "/list" }] },
  { "type": "TEXT_MESSAGE_START", "messageId": "m", "role": "assistant", "metadata": { "x": null, "y": {} } },
  { "type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": "é 漢 👩‍👩‍👧" },
  { "type": "TEXT_MESSAGE_END", "messageId": "m" },
  { "type": "TOOL_CALL_RESULT", "messageId": "m2", "toolCallId": "c", "content": "" },
  { "type": "RUN_FINISHED", "threadId": "t", "runId": "r",
    "outcome": { "type": "interrupt", "interrupts": [{ "id": "i", "reason": "confirmation" }] } }
]`);

function frame(payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + payload.length);
  new DataView(bytes.buffer).setUint32(0, payload.length);
  bytes.set(payload, 4);
  return bytes;
}

const framed = (...list: readonly Encodable[]): Uint8Array[] => list.map((event) => frame(encode(event)));

/** An envelope whose only arm is one that no build knows: field 99, with one string in it. */
const future = frame(Uint8Array.of(0x9a, 0x06, 0x03, 0x0a, 0x01, 0x78));

async function withServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  try {
    await use(`http://127.0.0.1:${address.port}/`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const sending =
  (...chunks: Uint8Array[]) =>
  (_: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, binary);
    for (const chunk of chunks) response.write(chunk);
    response.end();
  };

interface Read {
  batches: unknown[][];
  warnings: Warning[];
  error?: unknown;
}

async function read(
  options: HttpTransportOptions,
  signal: AbortSignal = new AbortController().signal,
): Promise<Read> {
  const seen: Read = { batches: [], warnings: [] };
  const warn = (warning: Warning): unknown => seen.warnings.push(warning);
  const session = { get: () => undefined, set: () => {} };
  try {
    for await (const batch of protobufTransport(options)(input, { signal, session, fetch, warn })) {
      seen.batches.push([...batch]);
    }
  } catch (error) {
    seen.error = error;
  }
  return seen;
}

const bodyOf = (...chunks: Uint8Array<ArrayBuffer>[]): typeof fetch => {
  const rest = [...chunks];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const chunk = rest.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
  return () => Promise.resolve(new Response(body, { headers: binary }));
};

test("accepts both bindings, posts the same JSON and gives the objects that JSON would have given", async () => {
  let accept: string | undefined;
  let body = "";
  await withServer(
    (request, response) => {
      accept = request.headers.accept;
      sending(...framed(...events))(request, response);
    },
    async (url) => {
      const { batches, warnings, error } = await read({
        url,
        fetch: (target, init) => {
          body = String(init?.body);
          return fetch(target, init);
        },
      });
      expect(error).toBeUndefined();
      expect(batches.flat()).toStrictEqual(events);
      expect(warnings).toEqual([]);
      expect(accept).toBe("application/vnd.ag-ui.event+proto, text/event-stream");
      expect(JSON.parse(body)).toEqual(input);
    },
  );
});

test("reads server-sent events where the server answers with those", async () => {
  await withServer(
    (_, response) =>
      response
        .writeHead(200, { "content-type": "text/event-stream; charset=utf-8" })
        .end(`data: ${JSON.stringify(events[0])}\n\n`),
    async (url) => expect((await read({ url })).batches).toEqual([[events[0]]]),
  );
});

test("an answer of any other type is refused as over http", async () => {
  await withServer(
    (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{}"),
    async (url) => {
      const { error } = await read({ url });
      expect(isTransportError(error) && error.excerpt).toBe("{}");
    },
  );
});

test("every split of the bytes gives the same events, one batch for each chunk that completed one", async () => {
  const bytes = new Uint8Array(Buffer.concat(framed(...events.slice(3, 6))));
  const whole = await read({ url: "/", fetch: bodyOf(bytes) });
  expect(whole.batches).toEqual([events.slice(3, 6)]);
  for (let at = 1; at < bytes.length; at++) {
    const { batches, error } = await read({ url: "/", fetch: bodyOf(bytes.slice(0, at), bytes.slice(at)) });
    expect([batches.flat(), error], `cut at ${at}`).toEqual([events.slice(3, 6), undefined]);
  }
  const single = await read({ url: "/", fetch: bodyOf(...Array.from(bytes, (byte) => Uint8Array.of(byte))) });
  expect(single.batches).toEqual(events.slice(3, 6).map((event) => [event]));
});

test("a variant that is not known is dropped with a warning", async () => {
  const [first, last] = framed(...events.slice(4, 6));
  if (first === undefined || last === undefined) throw new Error("no frames");
  await withServer(sending(first, future, last), async (url) => {
    const { batches, warnings, error } = await read({ url });
    expect(error).toBeUndefined();
    expect(batches.flat()).toEqual(events.slice(4, 6));
    expect(warnings).toEqual([{ code: "unknown-event", message: expect.stringContaining("@ag-ui/proto") }]);
  });
});

test.each([
  ["are no message", Uint8Array.of(0xff, 0xff, 0xff)],
  ["are none", new Uint8Array()],
  ["are another event's", Uint8Array.of(0x12, 0x02, 0x0a, 0x00)],
])("a frame whose bytes %s is a ProtocolError, after what came before", async (_, payload) => {
  await withServer(sending(...framed(...events.slice(4, 5)), frame(payload)), async (url) => {
    const { batches, error } = await read({ url });
    expect(batches.flat()).toEqual(events.slice(4, 5));
    expect(isProtocolError(error) && error.rule).toBe("not-protobuf");
    expect(error).toHaveProperty("cause");
  });
});

test("a frame above the limit is refused by its length alone, one at the limit is read", async () => {
  const [small] = framed(...events.slice(4, 5));
  if (small === undefined) throw new Error("no frame");
  const maxFrameBytes = small.length - 4;
  await withServer(sending(small), async (url) => {
    expect((await read({ url, maxFrameBytes })).batches).toEqual([events.slice(4, 5)]);
    const { batches, error } = await read({ url, maxFrameBytes: maxFrameBytes - 1 });
    expect(batches).toEqual([]);
    expect(isProtocolError(error) && error.rule).toBe("frame-too-large");
  });
  await withServer(sending(small, Uint8Array.of(1, 0, 0, 1)), async (url) => {
    const { batches, error } = await read({ url });
    expect(batches.flat()).toEqual(events.slice(4, 5));
    expect(isProtocolError(error) && error.message).toContain("16777216");
  });
});

test("a body that ends inside a frame just ends", async () => {
  const [first, second] = framed(...events.slice(4, 6));
  if (first === undefined || second === undefined) throw new Error("no frames");
  for (const rest of [second.subarray(0, -1), second.subarray(0, 2)]) {
    await withServer(sending(first, rest), async (url) => {
      const { batches, error } = await read({ url });
      expect(batches.flat()).toEqual(events.slice(4, 5));
      expect(error).toBeUndefined();
    });
  }
});

test("a connection that breaks is a TransportError, and an abort is quiet and closes the request", async () => {
  await withServer(
    (_, response) => {
      response.writeHead(200, binary).write(framed(...events.slice(4, 5))[0], () => response.destroy());
    },
    async (url) => {
      const { error } = await read({ url });
      expect(isTransportError(error) && error.message).toContain("broke off");
    },
  );
  let closed = false;
  await withServer(
    (_, response) => {
      response.on("close", () => {
        closed = true;
      });
      response.writeHead(200, binary).write(framed(...events.slice(4, 5))[0]);
    },
    async (url) => {
      const controller = new AbortController();
      const session = { get: () => undefined, set: () => {} };
      const run = protobufTransport({ url })(input, { signal: controller.signal, session, fetch });
      const batches = run[Symbol.asyncIterator]();
      expect(await batches.next()).toEqual({ done: false, value: events.slice(4, 5) });
      const next = batches.next();
      controller.abort();
      expect(await next).toEqual({ done: true, value: undefined });
      await vi.waitUntil(() => closed);
    },
  );
});
