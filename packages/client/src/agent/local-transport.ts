import type { AgentEvent } from "../protocol/events.ts";
import type { Transport } from "../transport/transport.ts";
import type { Agent } from "./define-agent.ts";
import type { AgentRun } from "./driver.ts";
import { startRun } from "./driver.ts";
import { jsonCopy } from "./json.ts";
import type { RunAgentOptions } from "./run-options.ts";
import { serialIterator } from "./serial-iterator.ts";

/**
 * A transport to an agent in the same process, for a demo, a test or a page without a
 * server. Input and events pass through JSON as on a wire, so the two sides share nothing.
 * Ends quietly when the run is stopped by its reader; the `signal` of the options ends it as a server would.
 */
export function localTransport<State>(agent: Agent<State>, options: RunAgentOptions = {}): Transport {
  return (input, { signal }) => {
    let run: AgentRun | undefined;
    return serialIterator<readonly AgentEvent[]>(
      async () => {
        if (signal.aborted) return undefined;
        run ??= startRun(agent, jsonCopy(input), options, signal);
        const batch = await run.take();
        return signal.aborted || batch.length === 0 ? undefined : batch;
      },
      () => run?.stop(),
    );
  };
}
