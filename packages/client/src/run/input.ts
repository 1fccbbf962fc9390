import { defined } from "../lib/defined.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import type { Context, RunAgentInput, Tool } from "../protocol/run-input.ts";
import { PROTOCOL_VERSION } from "../protocol/version.ts";
import { isOlder } from "../stream/versions.ts";
import type { ThreadStore } from "../thread/store.ts";
import { toPeerMessage } from "./peer-message.ts";
import type { RunOptions } from "./types.ts";

/** What a thread gives to each of its runs. */
export interface InputSource {
  readonly threadId: string;
  readonly store: ThreadStore;
  /** What each run offers, or all that this one does. */
  readonly tools: readonly Tool[];
  readonly context?: readonly Context[];
  readonly forwardedProps?: unknown;
  /** What the other side takes, where an app pins its version. */
  readonly peerProtocolVersion?: string;
}

/**
 * The outgoing input: the whole history but activity messages, which never
 * travel back; arrays always present and nothing null, because older servers
 * need it so. Source: AG-UI 1.1, basic/run-input.
 */
export const toRunInput = (
  source: InputSource,
  runId: string,
  options: RunOptions,
  resume: readonly ResumeEntry[] | undefined,
  warn: OnWarning,
): RunAgentInput => {
  const { threadId, store, peerProtocolVersion: peer } = source;
  return defined<RunAgentInput>({
    threadId,
    runId,
    // A peer from before the protocol had versions may refuse the member.
    protocolVersion: isOlder(peer, "1.0") ? undefined : PROTOCOL_VERSION,
    messages: store
      .all()
      .filter((message) => message.role !== "activity")
      .map((message) => toPeerMessage(message, peer, warn)),
    state: store.state.peek() ?? {},
    tools: source.tools.map(({ name, description, parameters, metadata }) =>
      defined<Tool>({ name, description, parameters, metadata }),
    ),
    context: [...(source.context ?? [])],
    forwardedProps: options.forwardedProps ?? source.forwardedProps ?? {},
    resume: resume?.length ? [...resume] : undefined,
  });
};
