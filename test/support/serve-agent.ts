import { createServer, type RequestListener } from "node:http";
import { type Agent, type FetchHandlerOptions, toNodeHandler } from "@holdpoint/client/agent";
import { onTestFinished } from "vitest";

/** Listens on a port of loopback until the test is over; gives the address. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}

/** An agent on a port of loopback, until the test is over. */
export const serve = <State>(agent: Agent<State>, options?: FetchHandlerOptions): Promise<string> =>
  listen(toNodeHandler(agent, options));
