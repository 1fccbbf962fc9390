import { CompatibilityBoundary } from "@ag-ui/client";
import { jsonCopy } from "../agent/json.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { type AgUiAgent, isAgUiAgent, isMiddleware, type Middleware, type NextAgent } from "./agents.ts";

/**
 * What was given to `agent.use()`, the outermost first. `run()` of an agent knows nothing of it: only
 * `runAgent()` does, whose own judging and bookkeeping would come between the agent and our stages. So the list
 * is read where `runAgent()` reads it. Throws a `TypeError` where it is not, and never runs an agent without it.
 */
export function middlewareOf(agent: AgUiAgent): readonly Middleware[] {
  const list: unknown = Reflect.get(agent, "middlewares");
  if (Array.isArray(list) && list.every(isMiddleware)) return list;
  if (list === undefined && !("use" in agent)) return [];
  throw new TypeError(
    "The middleware of this agent is not where @ag-ui/client 1.0 keeps it, so that it would be left out: " +
      "install a version of @ag-ui/client that @holdpoint/client names as its peer.",
  );
}

/**
 * An agent that is this run's alone, as an `AbstractAgent` keeps a thread's messages and state, and one abort
 * controller. What `clone()` left out because a subclass added it without overriding `clone()` is the original's.
 * Throws a `TypeError` if `clone()` gives no agent.
 */
export function cloneFor(agent: AgUiAgent, input: RunAgentInput): AgUiAgent {
  const clone = agent.clone();
  if (typeof clone === "object" && clone !== null) {
    for (const key of Reflect.ownKeys(agent)) {
      if (!(key in clone)) Reflect.set(clone, key, Reflect.get(agent, key));
    }
  }
  if (!isAgUiAgent(clone)) throw new TypeError("The agent's clone() gives no agent.");
  const { threadId, messages, state } = jsonCopy(input);
  return Object.assign(clone, {
    threadId,
    messages,
    state,
    isRunning: true,
    // Questions and answers are the thread's to match, which has done so before it sends.
    pendingInterrupts: [],
    // As `runAgent()` does: an agent that was aborted once gives clones that are aborted for ever.
    ...("abortController" in clone && { abortController: new AbortController() }),
  });
}

/**
 * The agent behind its middleware, in the order of `runAgent()`. Innermost, so that a middleware sees what it sees
 * there, is the translation of older shapes that `@ag-ui/client` adds; without any middleware older shapes are left
 * to our own stages, which warn where the app listens.
 */
export function chainOf(
  middleware: readonly Middleware[],
  agent: AgUiAgent,
  input: RunAgentInput,
): NextAgent {
  const { messages, state } = input;
  const agentAlone: NextAgent = { run: (given) => agent.run(given), messages, state };
  const links: readonly Middleware[] =
    middleware.length === 0 ? [] : [...middleware, new CompatibilityBoundary()];
  return links.reduceRight<NextAgent>(
    (next, link) => ({ run: (given) => link.run(given, next), messages, state }),
    agentAlone,
  );
}
