/** The transport against a real server of the `ws` package, with that package's client. */

import { createServer } from "node:http";
import { expect, test, vi } from "vitest";
import WebSocket, { type RawData, WebSocketServer } from "ws";
import {
  failureOf,
  input,
  readBatches as readAll,
  runOptions,
} from "../../../../test/support/transport-run.ts";
import { isProtocolError, isTransportError } from "../errors.ts";
import { type WebSocketTransportOptions, webSocketTransport } from "./websocket.ts";

const started = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r" };

/** Runs a server whose every connection is answered by `answer` once its input has come. */
async function withServer(
  answer: (socket: WebSocket, first: { data: RawData; isBinary: boolean }, path: string) => void,
  use: (url: string) => Promise<void>,
  options: { handleProtocols?: (offered: Set<string>) => string | false } = {},
): Promise<void> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, ...options });
  server.on("connection", (socket, request) => {
    socket.once("message", (data, isBinary) => answer(socket, { data, isBinary }, request.url ?? ""));
  });
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  try {
    await use(`ws://127.0.0.1:${address.port}`);
  } finally {
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  }
}

const sending =
  (...frames: (object | string | Uint8Array)[]) =>
  (socket: WebSocket): void => {
    for (const frame of frames) {
      socket.send(typeof frame === "string" || frame instanceof Uint8Array ? frame : JSON.stringify(frame));
    }
  };

const connect = (options: WebSocketTransportOptions) => webSocketTransport({ WebSocket, ...options });
const readBatches = (options: WebSocketTransportOptions, run = runOptions()) =>
  readAll(connect(options), run);
const failure = (options: WebSocketTransportOptions) => failureOf(connect(options));

test("sends the input as one text frame and yields what comes", async () => {
  const seen: unknown[] = [];
  await withServer(
    (socket, { data, isBinary }) => {
      seen.push(isBinary, JSON.parse(String(data)));
      socket.on("message", () => seen.push("another message"));
      socket.on("close", (code) => seen.push(code));
      sending(started, finished)(socket);
      socket.close(1000);
    },
    async (url) => {
      const { batches, error } = await readBatches({ url });
      expect(error).toBeUndefined();
      expect(batches.flat()).toEqual([started, finished]);
      await vi.waitUntil(() => seen.length === 3);
      expect(seen).toEqual([false, input, 1000]);
    },
  );
});

test("each run has its own connection, and a url that is asked for anew", async () => {
  const paths: string[] = [];
  await withServer(
    (socket, _, path) => {
      paths.push(path);
      socket.close(1000);
    },
    async (origin) => {
      let asked = 0;
      const transport = webSocketTransport({
        WebSocket,
        url: async () => new URL(`/agent/${++asked}`, origin),
      });
      for (let run = 0; run < 2; run++) for await (const _ of transport(input, runOptions()));
      expect(paths).toEqual(["/agent/1", "/agent/2"]);
    },
  );
});

test("offers its subprotocols", async () => {
  const offered: string[] = [];
  await withServer(
    (socket) => socket.close(1000),
    async (url) => {
      expect(await readBatches({ url, protocols: ["ag-ui", "other"] })).toEqual({ batches: [] });
      expect(offered).toEqual(["ag-ui", "other"]);
    },
    {
      handleProtocols: (protocols) => {
        offered.push(...protocols);
        return "ag-ui";
      },
    },
  );
});

test("a close without a code ends the stream as cleanly as 1000", async () => {
  await withServer(
    (socket) => {
      sending(started)(socket);
      socket.close();
    },
    async (url) => expect(await readBatches({ url })).toEqual({ batches: [[started]] }),
  );
});

test("any other close is a TransportError with code and reason, after what came before", async () => {
  await withServer(
    (socket) => {
      sending(started)(socket);
      socket.close(4401, "signed out");
    },
    async (url) => {
      const { batches, error } = await readBatches({ url });
      expect(batches).toEqual([[started]]);
      if (!isTransportError(error)) throw error;
      expect(error.message).toBe("The server closed the connection with code 4401: signed out.");
      expect(error.cause).toMatchObject({ code: 4401, reason: "signed out" });
    },
  );
  await withServer(
    (socket) => socket.terminate(),
    async (url) => {
      const error = await failure({ url });
      expect(error.message).toContain("failed before the server ended");
      expect(error.cause).toMatchObject({ code: 1006 });
    },
  );
});

test("a server that is not there, or that refuses the handshake, is unreachable", async () => {
  let gone = "";
  await withServer(
    () => {},
    async (url) => {
      gone = url;
    },
  );
  const absent = await failure({ url: gone });
  expect(absent.message).toContain("could not be reached");
  expect(absent.cause).toMatchObject({ code: "ECONNREFUSED" });

  const server = createServer().on("upgrade", (_, socket) =>
    socket.end("HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  const refused = await failure({ url: `ws://127.0.0.1:${address.port}` });
  expect(refused.message).toContain("could not be reached");
  expect(refused.cause).toMatchObject({ message: expect.stringContaining("401") });
  await new Promise((resolve) => server.close(resolve));
});

test.each([
  ["binary", Uint8Array.of(1, 2), "not-json", "binary"],
  ["no JSON", "<html>", "not-json", "<html>"],
  ["too large", JSON.stringify("é".repeat(60)), "frame-too-large", "100."],
])("a frame that is %s is a ProtocolError after what came before", async (_, frame, rule, words) => {
  let closed = 0;
  await withServer(
    (socket) => {
      sending(started, frame, finished)(socket);
      socket.on("close", (code) => {
        closed = code;
      });
    },
    async (url) => {
      const { batches, error } = await readBatches({ url, maxFrameBytes: 100 });
      expect(batches).toEqual([[started]]);
      if (!isProtocolError(error)) throw error;
      expect(error.rule).toBe(rule);
      expect(error.message).toContain(words);
      await vi.waitUntil(() => closed === 1000);
    },
  );
});

test("a frame at the limit passes", async () => {
  const event = { text: "é".repeat(10) };
  await withServer(
    (socket) => {
      sending(event)(socket);
      socket.close(1000);
    },
    async (url) => {
      const maxFrameBytes = new TextEncoder().encode(JSON.stringify(event)).length;
      expect(await readBatches({ url, maxFrameBytes })).toEqual({ batches: [[event]] });
      expect((await readBatches({ url, maxFrameBytes: maxFrameBytes - 1 })).error).toMatchObject({
        rule: "frame-too-large",
      });
    },
  );
});

test("a socket that fails once open is a TransportError with its error", async () => {
  class Small extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols, { maxPayload: 10 });
    }
  }
  await withServer(sending(started), async (url) => {
    const error = await failure({ url, WebSocket: Small });
    expect(error.message).toBe("The connection failed before the server ended the stream.");
    expect(error.cause).toBeInstanceOf(RangeError);
  });
});

test("what cannot be sent is a TransportError with its cause, and no connection is made", async () => {
  const cause = new Error("signed out");
  const made = vi.fn();
  class Counted extends WebSocket {
    constructor(url: string | URL) {
      made();
      super(url);
    }
  }
  const url = (): string => {
    throw cause;
  };
  expect(await failure({ url, WebSocket: Counted })).toMatchObject({
    message: expect.stringContaining("url"),
    cause,
  });
  expect(made).not.toHaveBeenCalled();
  expect(await failure({ url: "http-ish:no" })).toMatchObject({
    message: expect.stringContaining("could not be opened"),
    cause: expect.any(SyntaxError),
  });
});

test("an abort ends the run quietly and closes with 1000", async () => {
  let closed = 0;
  await withServer(
    (socket) => {
      sending(started)(socket);
      socket.on("close", (code) => {
        closed = code;
      });
    },
    async (url) => {
      const controller = new AbortController();
      const run = webSocketTransport({ url, WebSocket })(input, runOptions(controller.signal));
      const batches = run[Symbol.asyncIterator]();
      expect(await batches.next()).toEqual({ done: false, value: [started] });
      const next = batches.next();
      controller.abort();
      expect(await next).toEqual({ done: true, value: undefined });
      await vi.waitUntil(() => closed === 1000);
    },
  );
});

test("an abort before there is a connection is as quiet", async () => {
  const connections = vi.fn();
  await withServer(connections, async (url) => {
    expect(await readBatches({ url }, runOptions(AbortSignal.abort()))).toEqual({ batches: [] });
    for (const target of [async () => url, url]) {
      const controller = new AbortController();
      const reading = readBatches({ url: target }, runOptions(controller.signal));
      controller.abort();
      expect(await reading).toEqual({ batches: [] });
    }
    expect(connections).not.toHaveBeenCalled();
  });
});
