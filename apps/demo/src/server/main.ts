import { fileURLToPath } from "node:url";
import { createDemoServer } from "./create-server.ts";

const DEFAULT_PORT = 5173;

const host = process.env.HOST || "127.0.0.1";
const port = Number(process.env.PORT || DEFAULT_PORT);
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  quit(`PORT must be a number from 0 to 65535, not "${process.env.PORT}".`);
}

const server = await createDemoServer({
  clientFolder: fileURLToPath(new URL("../client/", import.meta.url)),
}).catch(() => quit("The demo's page is missing. Build it first: npm run build -w @holdpoint/demo"));

server.on("error", (error) => {
  const taken = "code" in error && error.code === "EADDRINUSE";
  quit(
    taken
      ? `Port ${port} is taken. Choose another with PORT, for example: PORT=${port + 1} npm run demo`
      : error.message,
  );
});

server.listen(port, host, () => {
  const address = server.address();
  const actual = address !== null && typeof address === "object" ? address.port : port;
  const shown = host === "127.0.0.1" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  console.log(`Holdpoint demo: http://${shown}:${actual}/`);
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    server.close(() => process.exit(0));
    // A stream that is out would hold the close for as long as its run lasts.
    server.closeAllConnections();
  });
}

function quit(message: string): never {
  console.error(message);
  process.exit(1);
}
