/** The transport against a real server, with the platform's own fetch. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { input, runOptions } from "../../../../test/support/transport-run.ts";
import { isTransportError, type TransportError } from "../errors.ts";
import { httpTransport } from "./http.ts";

const event = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const frame = `data: ${JSON.stringify(event)}\n\n`;
const sse = { "content-type": "text/event-stream" };

async function failure(url: string): Promise<TransportError> {
  try {
    for await (const _ of httpTransport({ url })(input, runOptions()));
  } catch (error) {
    if (isTransportError(error)) return error;
    throw error;
  }
  throw new Error("no failure");
}

async function withServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  use: (origin: string) => Promise<void>,
): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  try {
    await use(`http://127.0.0.1:${address.port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test("over real HTTP: a run, and the request closed when the run is stopped", async () => {
  let body = "";
  let closed = false;
  await withServer(
    (request, response) => {
      request.setEncoding("utf8").on("data", (text: string) => {
        body += text;
      });
      response.on("close", () => {
        closed = true;
      });
      request.on("end", () => response.writeHead(200, sse).write(frame));
    },
    async (origin) => {
      const controller = new AbortController();
      const run = httpTransport({ url: new URL("/agent", origin) })(input, runOptions(controller.signal));
      const batches = run[Symbol.asyncIterator]();
      expect(await batches.next()).toEqual({ done: false, value: [event] });
      expect(JSON.parse(body)).toEqual(input);
      const next = batches.next();
      controller.abort();
      expect(await next).toEqual({ done: true, value: undefined });
      await vi.waitUntil(() => closed);
    },
  );
});

test("over real HTTP: a redirect to a sign-in page says where it led", async () => {
  await withServer(
    (request, response) => {
      if (request.url === "/agent") response.writeHead(303, { location: "/sign-in" }).end();
      else response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in</h1>");
    },
    async (origin) => {
      const error = await failure(`${origin}/agent`);
      expect(error.message).toContain(`${origin}/sign-in`);
      expect(error.excerpt).toBe("<h1>Sign in</h1>");
    },
  );
});

test("over real HTTP: a connection that breaks and a server that is not there", async () => {
  let origin = "";
  await withServer(
    (_, response) => {
      response.writeHead(200, sse).write(frame, () => response.destroy());
    },
    async (own) => {
      origin = own;
      expect((await failure(origin)).message).toContain("broke off");
    },
  );
  expect((await failure(origin)).message).toContain("could not be reached");
});
