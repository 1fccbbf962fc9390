import {
  type AgentClient,
  createAgentClient,
  httpTransport,
  type RunAgentInput,
  type Warning,
} from "@holdpoint/client";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type RustServer, startRustServer } from "./rust-server.ts";

export type RustAgent = "deploy" | "board" | "planner" | "mailer" | "unasked" | "patient" | "talker";

/** Our client of one of the agents, and what it has sent. */
export interface RustClient extends AgentClient {
  readonly requests: readonly RunAgentInput[];
  readonly warnings: readonly Warning[];
}

export interface RustStage {
  readonly server: RustServer;
  /** A client of one of the agents, or of another path; `headers` go before the client's own. */
  open(agent: RustAgent | "missing", headers?: Record<string, string>): RustClient;
  /** Kills the server and starts another one on its port. */
  restart(): Promise<void>;
}

/** One Rust server for the tests of a file, and clients that end with their test. */
export function setRustStage(): RustStage {
  let server: RustServer;
  let clients: AgentClient[] = [];

  beforeAll(async () => {
    server = await startRustServer();
  });

  afterEach(() => {
    for (const client of clients) client.dispose();
    clients = [];
  });

  afterAll(() => server?.kill());

  return {
    get server() {
      return server;
    },
    open(agent, headers = {}) {
      const requests: RunAgentInput[] = [];
      const warnings: Warning[] = [];
      const client = createAgentClient({
        transport: httpTransport({
          headers,
          url: () => `${server.origin}/agent/${agent}`,
          fetch(url, init) {
            requests.push(JSON.parse(String(init?.body)));
            return fetch(url, init);
          },
        }),
        onWarning: (warning) => warnings.push(warning),
      });
      clients.push(client);
      return { ...client, requests, warnings };
    },
    async restart() {
      await server.kill();
      server = await startRustServer(server.port);
    },
  };
}
