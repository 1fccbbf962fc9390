import type { AgentEvent } from "../protocol/events.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import type { Agent } from "./define-agent.ts";
import type { AgentRun } from "./driver.ts";
import { startRun } from "./driver.ts";
import type { RunAgentOptions } from "./run-options.ts";
import { serialIterator } from "./serial-iterator.ts";

/**
 * Runs an agent in process and gives its events: `RUN_STARTED` first, exactly one terminal
 * event last. The run begins with the first read and is one run, however often it is
 * iterated. Leaving the loop aborts the agent; aborting `signal` ends the run as cancelled.
 * Never throws for an input of the protocol's shape, such as one of `createRunInput`: a failure is a `RUN_ERROR`,
 * with one of the codes of `RunErrorCode` or the agent's own.
 */
export function runAgent<State>(
  agent: Agent<State>,
  input: RunAgentInput,
  options: RunAgentOptions = {},
): AsyncIterableIterator<AgentEvent> {
  let run: AgentRun | undefined;
  let batch: readonly AgentEvent[] = [];
  let next = 0;
  return serialIterator(
    async () => {
      run ??= startRun(agent, input, options);
      if (next >= batch.length) {
        batch = await run.take();
        next = 0;
      }
      return batch[next++];
    },
    () => run?.stop(),
  );
}
