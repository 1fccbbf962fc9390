import type { IncomingMessage, ServerResponse } from "node:http";
import { toNodeHandler } from "@holdpoint/client/agent";
import { boardAgent } from "../agents/board.ts";
import { deployAgent } from "../agents/deploy.ts";
import { formsAgent } from "../agents/forms.ts";
import { plannerAgent } from "../agents/planner.ts";
import { releaseAgent } from "../agents/release.ts";

export type AgentRoute = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The agents by URL path. They keep nothing between requests, so one of each serves everybody. */
export const agentRoutes: ReadonlyMap<string, AgentRoute> = new Map([
  ["/agent/deploy", toNodeHandler(deployAgent)],
  ["/agent/board", toNodeHandler(boardAgent)],
  ["/agent/forms", toNodeHandler(formsAgent)],
  ["/agent/planner", toNodeHandler(plannerAgent)],
  ["/agent/release", toNodeHandler(releaseAgent)],
]);
