import { defined } from "../lib/defined.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import type { Message } from "../protocol/messages.ts";
import type { Context, RunAgentInput, Tool } from "../protocol/run-input.ts";
import { PROTOCOL_VERSION } from "../protocol/version.ts";
import { isOlder } from "../stream/versions.ts";
import { toPeerMessage } from "./peer-message.ts";

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

/** What the other side takes, where an app pins its version. */
export interface Peer {
  readonly version: string | undefined;
  readonly warn: OnWarning;
}

/**
 * The outgoing input: the whole history but activity messages, which never
 * travel back; arrays always present and nothing null, because older servers
 * need it so. Source: AG-UI 1.1, basic/run-input.
 */
export function toRunInput(parts: RunParts, { version, warn }: Peer): RunAgentInput {
  return defined<RunAgentInput>({
    ...parts,
    // A peer from before the protocol had versions may refuse the member.
    protocolVersion: isOlder(version, "1.0") ? undefined : PROTOCOL_VERSION,
    messages: parts.messages
      .filter((message) => message.role !== "activity")
      .map((message) => toPeerMessage(message, version, warn)),
    state: parts.state ?? {},
    forwardedProps: parts.forwardedProps ?? {},
    resume: parts.resume && [...parts.resume],
  });
}
