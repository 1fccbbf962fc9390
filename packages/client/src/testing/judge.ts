import { ProtocolError } from "../errors.ts";
import type { AgentEvent } from "../protocol/events.ts";
import { enforce } from "../stream/enforce.ts";
import { type Report, sentenceOf } from "../stream/stage.ts";
import { verifyThread } from "../stream/verify.ts";

/**
 * Holds the events of one scripted run to the rules that a client holds them to, so that a script cannot break
 * the protocol by mistake. Throws `ProtocolError` for the event that does, and for what a client would strip.
 */
export function createJudge(threadId: string): (event: AgentEvent) => void {
  let at: { index: number; event: AgentEvent } | undefined;
  const report: Report = {
    warn({ code, message, path = "" }) {
      refuse({ rule: code, path, detail: message });
    },
    // Only older agents are read as they mean it, and a script declares a current one.
    mended() {},
    fatal: (fault) => refuse(fault),
  };

  function refuse(fault: Parameters<Report["fatal"]>[0]): never {
    const what = `The script is wrong: event ${at?.index}, ${at?.event.type},`;
    throw new ProtocolError(sentenceOf(what, fault), { ...fault, ...at });
  }

  const judge = enforce(
    verifyThread(threadId)(() => {}, report),
    report,
  );
  return (event) => {
    at = { index: at ? at.index + 1 : 0, event };
    judge(event);
  };
}
