import { ProtocolError } from "../errors.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { AgentEvent, EventOf } from "../protocol/events.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { jsonCopy } from "./json.ts";
import { createChain, type EventTransformer } from "./transformer.ts";
import { createVerifier } from "./verifier.ts";

/** The way out of one run. Whoever writes to it, what leaves begins once and ends once. */
export interface Outlet {
  /**
   * Sends what the transformers make of an event, which must be a copy already. Throws what a transformer throws, and the
   * `ProtocolError` for what breaks the protocol or drops what begins or ends the run; part of it may have left by then.
   */
  send(event: AgentEvent): void;
  /** Sends what begins or ends the run past the transformers, unless that has left already. */
  force(event: EventOf<"RUN_STARTED" | "RUN_ERROR">): void;
  /** Whether the end has left. */
  isOver(): boolean;
}

/** Creates the way from a driver to what takes the events: the transformers, then the verifier. */
export function createOutlet(
  input: RunAgentInput,
  { transformers, warn }: { transformers: readonly EventTransformer[]; warn: OnWarning },
  push: (event: AgentEvent) => void,
): Outlet {
  const verify = createVerifier(input, warn);
  /** Made with the first event, so that what a factory throws fails the run like any other. */
  let chain: ReturnType<typeof createChain> | undefined;
  let hasBegun = false;
  let isOver = false;

  function pass(event: AgentEvent): void {
    const judged = verify(event);
    if (judged === undefined) return;
    if (judged.type === "RUN_STARTED") hasBegun = true;
    if (judged.type === "RUN_FINISHED" || judged.type === "RUN_ERROR") isOver = true;
    push(judged);
  }

  function send(event: AgentEvent): void {
    if (transformers.length === 0) {
      pass(event);
      return;
    }
    chain ??= createChain(transformers, { input, warn });
    // Copies both ways: a transformer may change what it is given in place, and later what it gave.
    for (const each of chain(jsonCopy(event))) pass(jsonCopy(each));
    const { type } = event;
    const isMissing =
      type === "RUN_STARTED" ? !hasBegun : (type === "RUN_FINISHED" || type === "RUN_ERROR") && !isOver;
    if (isMissing) {
      throw new ProtocolError(`The transformers dropped ${type}, which every run needs.`, {
        rule: "dropped-bracket",
        event,
      });
    }
  }

  return {
    send,
    force(event) {
      if (event.type === "RUN_STARTED" ? !hasBegun : !isOver) pass(event);
    },
    isOver: () => isOver,
  };
}
