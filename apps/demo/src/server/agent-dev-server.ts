import type { Plugin } from "vite";

/** Serves the agents from Vite's own server; loaded anew for each request, so that an edit counts at once. */
export function agentDevServer(): Plugin {
  return {
    name: "holdpoint-demo-agents",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = request.url?.split("?")[0] ?? "/";
        if (!path.startsWith("/agent/")) return next();
        try {
          const { agentRoutes } = await server.ssrLoadModule("/src/server/agent-routes.ts");
          const route = agentRoutes.get(path);
          if (route) await route(request, response);
          else next();
        } catch (error) {
          if (error instanceof Error) server.ssrFixStacktrace(error);
          next(error);
        }
      });
    },
  };
}
