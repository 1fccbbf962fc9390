import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type AgentEvent,
  createAgentClient,
  httpTransport,
  type Message,
  type RunAgentInput,
  type RunEnd,
  type Transport,
  type Warning,
} from "@holdpoint/client";
import type { StreamFile } from "./stream-file.ts";

/** Everything that a stream's expectations speak of. */
export interface Observed {
  end: RunEnd;
  events: AgentEvent[];
  warnings: Warning[];
  messages: readonly Message[];
  state: unknown;
  request: RunAgentInput | undefined;
}

/** Runs one stream through a client over the given transport. */
export async function drive(file: StreamFile, transport: Transport): Promise<Observed> {
  const observed: Omit<Observed, "end" | "messages" | "state"> = {
    events: [],
    warnings: [],
    request: undefined,
  };
  const last = file.stream.findLast((event) => event.type === "RUN_STARTED");
  const client = createAgentClient({
    ...(file.client && { peerProtocolVersion: file.client.maxProtocolVersion }),
    onWarning: (warning) => observed.warnings.push(warning),
    transport: (input, options) => {
      observed.request = input;
      return transport(input, options);
    },
  });
  const messages = (file.input?.messages ?? []).filter(isMessage);
  const thread = client.thread(String(last?.threadId ?? "t-none"), { messages });
  thread.onEvent((event) => observed.events.push(event));
  const end = await thread.run({ runId: String(last?.runId ?? "r-none") });
  return { ...observed, end, messages: thread.get().messages, state: thread.state.get() };
}

const isMessage = (value: unknown): value is Message => typeof value === "object" && value !== null;

/** Hands the stream's objects over in process, one batch an object. */
export const inProcess = (file: StreamFile): Transport =>
  async function* () {
    for (const event of file.stream) yield [structuredClone(event)];
  };

/** Serves the stream as server-sent events over real HTTP. */
export async function overHttp(
  file: StreamFile,
  run: (transport: Transport) => Promise<Observed>,
): Promise<Observed> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of file.stream) response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await run(httpTransport({ url: `http://127.0.0.1:${port}/` }));
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
