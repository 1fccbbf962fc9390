import { once } from "node:events";
import type { Server } from "node:http";

/** A server on a free port of this machine. */
export interface OwnServer {
  readonly origin: string;
  /** Ends it, with whatever is still open. */
  close(): Promise<void>;
}

export async function listen(server: Server): Promise<OwnServer> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
