import { ProtocolError } from "../errors.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { PROTOCOL_VERSION } from "../protocol/version.ts";
import { enforce } from "../stream/enforce.ts";
import { type Report, sentenceOf } from "../stream/stage.ts";
import { verifyThread } from "../stream/verify.ts";
import { createCallNames } from "./call-names.ts";

/** What this side calls the rules that a client knows by another name: they are those of agents. */
const RULES: Readonly<Record<string, string>> = {
  "event-after-end": "run-ended",
  "nested-run": "duplicate-run-started",
  "already-open": "duplicate-start",
};

/** What to do about it, where the rule and the ids do not say. */
const HINTS: Readonly<Record<string, string>> = {
  "duplicate-run-started": "the driver has sent it",
  "duplicate-start": "end it first, or take another id",
  "not-open": "it was never started, or has ended",
  "open-at-finish": "what emit() opens is to be ended before the agent returns",
};

/** The rules of what an event says, not of when it comes. */
const SHAPE_RULES = new Set(["malformed-field", "empty-interrupts", "duplicate-interrupt"]);

/** The code of a run that a verifier's error fails. */
export const codeOfFault = ({ rule }: ProtocolError): "PROTOCOL" | "PROTOCOL_VIOLATION" =>
  SHAPE_RULES.has(rule) ? "PROTOCOL" : "PROTOCOL_VIOLATION";

/**
 * Holds the events of one run, as they are about to leave, to what the strictest client holds them to, by the
 * client's own stages. Gives each as it may be sent, or undefined where its type is unknown. Throws the
 * `ProtocolError` that names the event, the rule and the ids; the run must then end.
 *
 * The rules of order are `run-ended`, `duplicate-run-started`, `duplicate-start`, `not-open`, `open-at-finish`,
 * and two that a client leaves to agents: `unknown-id`, a result for a call that neither this run nor the messages
 * know, and `out-of-order`, a result before its call has ended. Different ids may overlap. Beside them are the client's
 * own, for chunks, attribution, the ids of run and thread, interrupts and `malformed-field`.
 * Source: AG-UI 1.1, basic/patterns/streaming, events/lifecycle, events/tool-calls.
 */
export function createVerifier(
  input: RunAgentInput,
  warn: OnWarning,
): (event: AgentEvent) => AgentEvent | undefined {
  const names = createCallNames(input.messages);
  const openCalls = new Set<string>();
  let passed: AgentEvent | undefined;
  let index = 0;
  let at: AgentEvent | undefined;
  const report: Report = {
    warn,
    // Only the runs of older agents are read as they mean it; this one is held to its version.
    mended() {},
    fatal(fault) {
      const rule = RULES[fault.rule] ?? fault.rule;
      const named = { ...fault, rule, detail: fault.detail ?? HINTS[rule] ?? "" };
      throw new ProtocolError(sentenceOf(`Event ${index}, ${at?.type},`, named), {
        ...named,
        index,
        event: at,
      });
    },
  };
  // Whatever a transformer makes of the version, the run is held to ours.
  const verify = verifyThread(input.threadId)(() => {}, report);

  const judge = enforce((event) => {
    const { type } = event;
    if (type === "TOOL_CALL_RESULT") judgeResult(event.toolCallId);
    verify(type === "RUN_STARTED" ? { ...event, protocolVersion: PROTOCOL_VERSION } : event);
    names.note(event);
    if (type === "TOOL_CALL_START") openCalls.add(event.toolCallId);
    if (type === "TOOL_CALL_END") openCalls.delete(event.toolCallId);
    passed = event;
  }, report);

  function judgeResult(toolCallId: string): void {
    const ids = [toolCallId];
    if (names.nameOf(toolCallId) === undefined)
      report.fatal({ rule: "unknown-id", path: "toolCallId", ids, detail: "no such call was made" });
    if (openCalls.has(toolCallId))
      report.fatal({
        rule: "out-of-order",
        path: "toolCallId",
        ids,
        detail: "the call has no TOOL_CALL_END yet",
      });
  }

  return (event) => {
    at = event;
    passed = undefined;
    judge(event);
    if (passed !== undefined) index += 1;
    return passed;
  };
}
