import { type AbstractAgent, type AgentConfig, HttpAgent } from "@ag-ui/client";
import type { Agent } from "../agent/define-agent.ts";
import { startRun } from "../agent/driver.ts";
import { eventStreamFormat } from "../agent/event-stream-format.ts";
import { toRunBody } from "../agent/run-body.ts";
import { readRunInput } from "../agent/run-input-guard.ts";
import type { RunAgentOptions } from "../agent/run-options.ts";
import { deviceClock } from "../lib/environment.ts";
import { consoleWarnings, isolated } from "../lib/warning.ts";

/** Who the agent is to `@ag-ui/client` (`agentId`, `threadId`, `initialMessages` ...), and how its runs are driven. */
export interface AbstractAgentOptions extends AgentConfig, Omit<RunAgentOptions, "signal"> {}

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
  options: AbstractAgentOptions = {},
): AbstractAgent {
  const { onWarning = consoleWarnings() } = options;
  return new HttpAgent({
    ...options,
    url: "in-process:",
    async fetch(_, { body, signal }) {
      const input = readRunInput(JSON.parse(String(body)), isolated(onWarning));
      // A handler takes an abort for a client that is gone; this one still reads, and is told how the run ended.
      const run = startRun(agent, input, { ...options, ...(signal && { signal }) });
      const { mediaType } = eventStreamFormat;
      const written = toRunBody(run, { format: eventStreamFormat, timer: deviceClock.timer });
      return new Response(written, { headers: { "content-type": mediaType } });
    },
  });
}
