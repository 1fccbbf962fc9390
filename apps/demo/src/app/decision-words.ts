import type { Decision } from "@holdpoint/client";
import type { Story } from "./stories.ts";

/** What was decided, in the word that the card had for it. */
export function toWord(decision: Decision, story: Story): string {
  const word = answerWord(decision, story);
  return decision.confirmation === "confirmed" ? word : `${word}, unconfirmed`;
}

function answerWord({ status, payload }: Decision, { words }: Story): string {
  const lone = loneValue(payload);
  if (typeof lone === "boolean") return lone ? "Yes" : "No";
  return words[status];
}

/** The payload itself, or the only member that it has. */
function loneValue(payload: unknown): unknown {
  if (typeof payload !== "object" || payload === null) return payload;
  const values: unknown[] = Object.values(payload);
  return values.length === 1 ? values[0] : undefined;
}
