import { ProtocolError } from "../errors.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { compat } from "../stream/compat.ts";
import { enforce, enforceInput } from "../stream/enforce.ts";
import { type Middleware, middlewareStage } from "../stream/middleware.ts";
import { type Report, sentenceOf } from "../stream/stage.ts";
import { verifyThread } from "../stream/verify.ts";

/** What one run sends, and what becomes of what it gets; either throws the `ProtocolError` that ends it. */
export interface Reader {
  /** The input as it may be sent. */
  readonly outgoing: RunAgentInput;
  /** Takes an object as it came through the stages: compat, middleware, enforce, verify. */
  push(object: unknown): void;
}

/** Creates the reader of one run; `deliver` takes each event that passed. */
export const createReader = (
  options: { readonly middleware?: readonly Middleware[] },
  input: RunAgentInput,
  warn: OnWarning,
  deliver: (event: AgentEvent) => void,
): Reader => {
  const { threadId, runId } = input;
  /** The object at hand. */
  let at: { readonly index: number; readonly event: unknown } | undefined;
  const seen = new Set<string>();
  const report: Report = {
    warn,
    mended(code, what = code) {
      if (!seen.has(code)) warn({ code, message: `Mended for an older agent: ${what}.` });
      seen.add(code);
    },
    fatal(fault) {
      const what = at ? `Event ${at.index}, ${Object(at.event).type},` : "The run input";
      throw new ProtocolError(sentenceOf(what, fault), { ...fault, ...at });
    },
  };
  const outgoing = enforceInput(input, report);
  const judge = enforce(verifyThread(threadId)(deliver, report), report);
  const middle = middlewareStage(options.middleware ?? [], { threadId, runId })(judge, report);
  const push = compat(middle, report);

  return {
    outgoing,
    push(event) {
      at = { index: at ? at.index + 1 : 0, event };
      push(event);
    },
  };
};
