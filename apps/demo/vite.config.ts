import react from "@vitejs/plugin-react";
import { defaultClientConditions, defaultServerConditions, defineConfig } from "vite";
import { agentDevServer } from "./src/server/agent-dev-server.ts";

// The sources of the packages come first, so that the demo needs no build of them.
const SOURCE = "@holdpoint/source";

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), agentDevServer()],
  // A port that was asked for is the one to be had, as in the built demo.
  server: process.env.PORT ? { port: Number(process.env.PORT), strictPort: true } : {},
  resolve: { conditions: [SOURCE, ...defaultClientConditions] },
  ssr: {
    // One file that plain Node runs, without node_modules beside it.
    noExternal: true,
    resolve: { conditions: [SOURCE, ...defaultServerConditions] },
  },
  build: {
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    copyPublicDir: !isSsrBuild,
    ...(!isSsrBuild && { rolldownOptions: { input: ["index.html", "kit.html"] } }),
    target: isSsrBuild ? "node20" : ["chrome123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
  },
}));
