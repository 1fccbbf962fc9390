import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/**
 * What becomes of a request to an agent. It passes; its connection is closed before the body is read
 * (`refuse`), or reset once the body was read (`reset`), or kept without a word (`hang`), all unseen by the
 * server; it is answered with a status alone; with the headers of the server's answer and then nothing
 * (`headers`), with its first event and then nothing (`hold`), or then with an error of the run (`error`).
 */
export type Fate = "pass" | "refuse" | "reset" | "hang" | "500" | "503" | "headers" | "hold" | "error";

/** What the run says that has the fate `error`. */
export const runError = "The release desk is closed.";

export interface Post {
  readonly path: string;
  /** Empty where the connection was refused. */
  readonly body: string;
  readonly fate: Fate;
}

/** Stands between the browser and the demo, whose agents may be on a port of their own, and keeps what was sent to the agents. */
export interface TestProxy {
  readonly origin: string;
  readonly posts: readonly Post[];
  /** Decides for every request to an agent from now on. */
  setFate(fate: Fate): void;
  /** Breaks off what hangs or is on hold. */
  cut(): void;
  close(): Promise<void>;
}

export async function startProxy(targetPort: number, agentPort = targetPort): Promise<TestProxy> {
  const posts: Post[] = [];
  const held = new Set<ServerResponse>();
  let fate: Fate = "pass";

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    // A browser silently repeats a request that fails on a connection it has used before.
    response.shouldKeepAlive = false;
    if (request.method !== "POST" || !path.startsWith("/agent/")) {
      forward(request, response, "", "pass");
      return;
    }
    const own = fate;
    if (own === "refuse") {
      posts.push({ path, body: "", fate: own });
      request.socket.destroy();
      return;
    }
    const body = await text(request);
    posts.push({ path, body, fate: own });
    if (own === "reset") request.socket.resetAndDestroy();
    else if (own === "hang") held.add(response);
    else if (own === "500" || own === "503") answerWith(Number(own), response);
    else forward(request, response, body, own);
  }

  function forward(request: IncomingMessage, response: ServerResponse, body: string, own: Fate): void {
    const { url, method, headers } = request;
    const port = url?.startsWith("/agent/") ? agentPort : targetPort;
    const options = {
      host: "127.0.0.1",
      port,
      path: url,
      method,
      headers,
      agent: false,
    } as const;
    const upstream = httpRequest(options, (answer) => {
      const { connection: _, "transfer-encoding": __, ...passed } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, passed);
      if (own === "headers") holdBody(response);
      else if (own === "hold" || own === "error") passFirst(answer, response, own);
      else answer.pipe(response);
    });
    upstream.on("error", () => request.socket.destroy());
    response.on("close", () => upstream.destroy());
    upstream.end(body);
  }

  function holdBody(response: ServerResponse): void {
    held.add(response);
    response.flushHeaders();
  }

  function passFirst(answer: IncomingMessage, response: ServerResponse, own: "hold" | "error"): void {
    if (own === "hold") held.add(response);
    answer.once("data", (chunk: Buffer) => {
      const end = chunk.indexOf("\n\n");
      response.write(end < 0 ? chunk : chunk.subarray(0, end + 2));
      if (own === "error")
        response.end(`data: ${JSON.stringify({ type: "RUN_ERROR", message: runError })}\n\n`);
    });
  }

  const server = createServer((request, response) => {
    response.on("close", () => held.delete(response));
    serve(request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");

  return {
    origin: `http://127.0.0.1:${address.port}`,
    posts,
    setFate(next) {
      fate = next;
    },
    cut() {
      for (const response of held) response.socket?.resetAndDestroy();
      held.clear();
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function answerWith(status: number, response: ServerResponse): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    ...(status === 503 && { "retry-after": "1" }),
  });
  response.end("The agent is not available.");
}
