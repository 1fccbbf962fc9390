import {
  type AgentClient,
  createAgentClient,
  httpTransport,
  type RunAgentInput,
  type Warning,
} from "@holdpoint/client";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type RustServer, startRustServer } from "./rust-server.ts";

export type RustAgent = "deploy" | "board" | "planner" | "unasked" | "patient";

/** Our client of one of the agents, and what it has sent. */
export interface RustClient extends AgentClient {
  readonly requests: readonly RunAgentInput[];
  readonly warnings: readonly Warning[];
}

export interface RustStage {
  readonly server: RustServer;
  open(agent: RustAgent): RustClient;
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
    open(agent) {
      const requests: RunAgentInput[] = [];
      const warnings: Warning[] = [];
      const client = createAgentClient({
        transport: httpTransport({
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
