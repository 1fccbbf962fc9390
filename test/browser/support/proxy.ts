import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/**
 * What becomes of a request to an agent: it passes; its connection is closed before the body is read; it is
 * reset once the body was read, unseen by the server; it is answered with the first event and then nothing.
 */
export type Fate = "pass" | "refuse" | "reset" | "hold";

export interface Post {
  readonly path: string;
  /** Empty where the connection was refused. */
  readonly body: string;
  readonly fate: Fate;
}

/** Stands between the browser and the demo, and keeps what was sent to the agents. */
export interface TestProxy {
  readonly origin: string;
  readonly posts: readonly Post[];
  /** Decides for every request to an agent from now on. */
  setFate(fate: Fate): void;
  /** Breaks off the answers that are on hold. */
  cut(): void;
  close(): Promise<void>;
}

export async function startProxy(targetPort: number): Promise<TestProxy> {
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
    else forward(request, response, body, own);
  }

  function forward(request: IncomingMessage, response: ServerResponse, body: string, own: Fate): void {
    const { url, method, headers } = request;
    const options = {
      host: "127.0.0.1",
      port: targetPort,
      path: url,
      method,
      headers,
      agent: false,
    } as const;
    const upstream = httpRequest(options, (answer) => {
      const { connection: _, "transfer-encoding": __, ...passed } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, passed);
      if (own === "hold") hold(answer, response);
      else answer.pipe(response);
    });
    upstream.on("error", () => request.socket.destroy());
    response.on("close", () => upstream.destroy());
    upstream.end(body);
  }

  function hold(answer: IncomingMessage, response: ServerResponse): void {
    held.add(response);
    answer.once("data", (chunk: Buffer) => {
      const end = chunk.indexOf("\n\n");
      response.write(end < 0 ? chunk : chunk.subarray(0, end + 2));
    });
  }

  const server = createServer((request, response) => {
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
      for (const response of held) response.socket?.destroy();
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
