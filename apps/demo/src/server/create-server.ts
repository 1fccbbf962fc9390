import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { agentRoutes } from "./agent-routes.ts";
import { securityHeaders } from "./security-headers.ts";
import { readStaticFiles, type StaticFile } from "./static-files.ts";

export interface DemoServerOptions {
  /** The folder of the built page. */
  clientFolder: string;
}

/** The demo in one process: the built page and its agents. Not listening yet; reads the page's files once. */
export async function createDemoServer({ clientFolder }: DemoServerOptions): Promise<Server> {
  const files = await readStaticFiles(clientFolder);
  return createServer((request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    const path = pathOf(request);
    const agent = path === undefined ? undefined : agentRoutes.get(path);
    if (path === undefined) refuse(response, 400, "Bad request");
    else if (agent) agent(request, response);
    else serveFile(request, response, files.get(path));
  });
}

/** The path as it was sent: nothing is decoded or resolved, a file's name needs neither. */
function pathOf(request: IncomingMessage): string | undefined {
  const path = request.url?.split("?")[0];
  return path?.startsWith("/") ? path : undefined;
}

function serveFile(request: IncomingMessage, response: ServerResponse, file: StaticFile | undefined): void {
  if (!file) {
    refuse(response, 404, "Not found");
    return;
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD");
    refuse(response, 405, "Method not allowed");
    return;
  }
  response.writeHead(200, {
    "content-type": file.type,
    "content-length": file.body.byteLength,
    "cache-control": file.cache,
  });
  response.end(request.method === "HEAD" ? undefined : file.body);
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" });
  response.end(text);
}
