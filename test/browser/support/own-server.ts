import { createServer, type RequestListener } from "node:http";
import { securityHeaders } from "../../../apps/demo/src/server/security-headers.ts";
import type { PageFiles } from "./bundle-page.ts";
import { listen, type OwnServer } from "./listen.ts";

/**
 * Serves one page that is no part of the demo, under the same strict policy: its bundle, what a server has drawn
 * of it with the record it drew from, and the agent at `/agent` that it talks to.
 */
export async function startOwnServer(
  { script, style }: PageFiles,
  { drawn = "", record, agent }: { drawn?: string; record?: string; agent?: RequestListener } = {},
): Promise<OwnServer> {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css">
<script type="module" src="/script.js"></script></head><body><div id="root">${drawn}</div>
${record === undefined ? "" : `<script type="application/json" id="record">${record.replaceAll("<", "\\u003c")}</script>`}</body></html>`;
  const files = new Map([
    ["/", { type: "text/html; charset=utf-8", body: page }],
    ["/script.js", { type: "text/javascript; charset=utf-8", body: script }],
    ["/style.css", { type: "text/css; charset=utf-8", body: style }],
  ]);
  const server = createServer((request, response) => {
    const file = files.get(request.url?.split("?")[0] ?? "");
    if (request.url === "/agent" && agent) agent(request, response);
    else if (file) response.writeHead(200, { "content-type": file.type, ...securityHeaders }).end(file.body);
    else response.writeHead(404).end();
  });
  return listen(server);
}
