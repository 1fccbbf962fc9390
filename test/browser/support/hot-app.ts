import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { createServer as createViteServer } from "vite";
import { root } from "../../support/root.ts";
import { listen } from "./listen.ts";

export interface HotApp {
  readonly origin: string;
  /** Writes a file of the app, as an editor does. */
  write(name: string, text: string): void;
  close(): Promise<void>;
}

/** An app in development: Vite's own server with hot reload on these files and on our sources, and an agent at `/agent`. */
export async function startHotApp(
  files: Readonly<Record<string, string>>,
  agent: RequestListener,
): Promise<HotApp> {
  // Inside the checkout, so that packages resolve as in an app that installed them.
  const folder = join(root, "reports", "hot-app");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const [name, text] of Object.entries(files)) write(name, text);

  const server = createServer((request, response) => {
    if (request.url === "/agent") agent(request, response);
    else vite.middlewares(request, response);
  });
  const vite = await createViteServer({
    configFile: false,
    root: folder,
    cacheDir: join(folder, "cache"),
    logLevel: "warn",
    plugins: [react()],
    resolve: { conditions: ["@holdpoint/source", "module", "browser", "development|production"] },
    // What Vite finds out only on the way makes it load the page again.
    optimizeDeps: {
      include: ["react", "react-dom/client", "react/jsx-dev-runtime", "@cfworker/json-schema", "idb-keyval"],
    },
    server: { middlewareMode: true, hmr: { server }, fs: { allow: [root] } },
  });
  const { origin, close } = await listen(server);
  return {
    origin,
    write,
    async close() {
      await vite.close();
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
