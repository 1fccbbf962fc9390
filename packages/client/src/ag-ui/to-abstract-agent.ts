import { type AbstractAgent, type AgentConfig, HttpAgent } from "@ag-ui/client";
import type { Agent, RunAgentOptions } from "../agent/index.ts";
import { runAgent } from "../agent/run-agent.ts";
import { readRunInput } from "../agent/run-input-guard.ts";
import { consoleWarnings } from "../lib/warning.ts";
import type { AgentEvent } from "../protocol/events.ts";

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
  return new HttpAgent({
    ...options,
    url: "in-process:",
    async fetch(_, { body, signal }) {
      const input = readRunInput(JSON.parse(String(body)), consoleWarnings());
      const events = runAgent(agent, input, { ...options, ...(signal && { signal }) });
      return new Response(toBody(events), { headers: { "content-type": "text/event-stream" } });
    },
  });
}

/**
 * The run as the text that `HttpAgent` reads. The handlers of `agent/` take an abort for a client that is
 * gone; here it still reads, and is told how the run ended.
 */
function toBody(events: AsyncIterableIterator<AgentEvent>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await events.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
    },
    async cancel() {
      await events.return?.();
    },
  });
}
