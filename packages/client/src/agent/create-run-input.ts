import { randomId } from "../lib/ids.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { PROTOCOL_VERSION } from "../protocol/version.ts";

/**
 * A whole run input from the parts that matter. What is left out is filled, never
 * null: a new `runId`, empty lists, `{}` as state and forwardedProps, and our protocol version.
 * Source: AG-UI 1.1, basic/run-input.
 */
export function createRunInput(partial: Partial<RunAgentInput> & { threadId: string }): RunAgentInput {
  return {
    runId: `run-${randomId()}`,
    protocolVersion: PROTOCOL_VERSION,
    state: {},
    messages: [],
    tools: [],
    context: [],
    forwardedProps: {},
    ...partial,
  };
}
