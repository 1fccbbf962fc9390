import type { Decision, Interrupt } from "@holdpoint/client";

/** What was decided, in the word that the card had for it. */
export function toWord(decision: Decision, question: Interrupt | undefined): string {
  const word = answerWord(decision, question);
  return decision.confirmation === "confirmed" ? word : `${word}, unconfirmed`;
}

function answerWord({ status, payload }: Decision, question: Interrupt | undefined): string {
  const lone = loneValue(payload);
  const isApproval = question?.reason === "tool_approval";
  const isYesOrNo = isApproval && Object.keys(Object(question.responseSchema?.properties)).length === 1;
  if (typeof lone === "boolean") return lone ? "Yes" : "No";
  if (isApproval && !isYesOrNo) return status === "resolved" ? "Approved" : "Denied";
  return status === "resolved" ? "Answered" : "Declined";
}

/** The payload itself, or the only member that it has. */
function loneValue(payload: unknown): unknown {
  if (typeof payload !== "object" || payload === null) return payload;
  const values: unknown[] = Object.values(payload);
  return values.length === 1 ? values[0] : undefined;
}
