import { defined } from "../lib/defined.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import type { Message } from "../protocol/messages.ts";
import type { Context, RunAgentInput, Tool } from "../protocol/run-input.ts";
import { PROTOCOL_VERSION } from "../protocol/version.ts";

/** What a run is made of. */
export interface RunParts {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: readonly Message[];
  readonly state: unknown;
  readonly tools: Tool[];
  readonly context: Context[];
  readonly forwardedProps: unknown;
  readonly resume: readonly ResumeEntry[] | undefined;
}

/**
 * The outgoing input: the whole history but activity messages, which never
 * travel back; arrays always present and nothing null, because older servers
 * need it so. Source: AG-UI 1.1, basic/run-input.
 */
export function toRunInput(parts: RunParts): RunAgentInput {
  return defined<RunAgentInput>({
    ...parts,
    protocolVersion: PROTOCOL_VERSION,
    messages: parts.messages.filter((message) => message.role !== "activity"),
    state: parts.state ?? {},
    forwardedProps: parts.forwardedProps ?? {},
    resume: parts.resume && [...parts.resume],
  });
}
