import { webSocketTransport } from "@holdpoint/client";
import { describe } from "vitest";
import WebSocket, { WebSocketServer } from "ws";
import { drive, type Observed } from "./drive.ts";
import { testLane } from "./lane.ts";
import { loadStreams, type StreamFile } from "./stream-file.ts";

const { files, missing } = loadStreams();

/** Serves the stream over a real WebSocket, one event a text frame. */
async function overWebSocket(file: StreamFile): Promise<Observed> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (socket) => {
    socket.once("message", () => {
      for (const event of file.stream) socket.send(JSON.stringify(event));
      socket.close(1000);
    });
  });
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  try {
    const url = `ws://127.0.0.1:${address.port}`;
    return await drive(file, webSocketTransport({ url, WebSocket }));
  } finally {
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe.skipIf(missing !== undefined)("the protocol's own streams", () => {
  testLane(files, "over a WebSocket", overWebSocket);
});
