import { type AbstractAgent, type AgentConfig, HttpAgent } from "@ag-ui/client";
import type { Agent } from "../agent/define-agent.ts";
import { startRun } from "../agent/driver.ts";
import { toEventStreamBody } from "../agent/event-stream-body.ts";
import { readRunInput } from "../agent/run-input-guard.ts";
import { consoleWarnings } from "../lib/warning.ts";

/** Who the agent is to `@ag-ui/client` (`agentId`, `threadId`, `initialMessages` ...), and what is heard of its runs. */
export interface AbstractAgentOptions extends AgentConfig {
  /** Hears what failed a run, with its stack; the client gets only the message, as `RUN_ERROR`. */
  onError?: (error: unknown) => void;
}

/**
 * An agent of ours as one of `@ag-ui/client`, in the same process: for `runAgent()`, middleware and
 * subscribers, CopilotKit and whatever else takes an `AbstractAgent`. It wants `@ag-ui/client` beside it.
 *
 * It is an `HttpAgent` whose `fetch` is the agent itself. So its verifier is on, its messages, state and
 * `pendingInterrupts` are kept and its `clone()` is as over HTTP, input and events pass through
 * JSON, and nothing is subclassed here. `abortRun()` ends the run with the cancelled outcome.
 * `runAgent()` rejects for an input that is no run input, before the agent is called. Version 1.0 of that
 * client warns on the console, once a run, that our agents speak version 1.1 of the protocol.
 */
export function toAbstractAgent<State>(
  agent: Agent<State>,
  { onError, ...config }: AbstractAgentOptions = {},
): AbstractAgent {
  return new HttpAgent({
    ...config,
    url: "in-process:",
    async fetch(_, { body, signal }) {
      const input = readRunInput(JSON.parse(String(body)), consoleWarnings());
      const run = startRun(agent, input, { ...(signal && { signal }), ...(onError && { onError }) });
      return new Response(toEventStreamBody(run), { headers: { "content-type": "text/event-stream" } });
    },
  });
}
