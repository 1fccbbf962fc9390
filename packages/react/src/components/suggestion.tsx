import type { FormView } from "@holdpoint/client/form";
import type { ReactElement } from "react";
import { useWords } from "../agent-provider.tsx";
import { summarizeReply } from "./answer-summary.ts";

/** What a rule of the app would answer, to be taken over as the person's own answer. */
export const Suggestion = ({
  form,
  describedBy,
  onAnswer,
}: {
  form: FormView;
  /** The id of the question. */
  describedBy: string;
  /** It was taken over; where it was refused, its errors show. */
  onAnswer(accepted: boolean): void;
}): ReactElement | null => {
  const messages = useWords();
  const { proposal, status, expired } = form.item;
  if (!proposal || status !== "open" || expired) return null;
  const { policy, reply } = proposal;
  const declines = "decline" in reply;
  const answer = { ...reply, status: declines ? "declined" : "answered" } as const;
  const take = () => {
    if (declines) form.decline();
    onAnswer(
      declines || form.answer(reply.payload, reply.metadata && { metadata: reply.metadata }).length === 0,
    );
  };
  return (
    <button
      type="button"
      className="hp-button hp-suggestion"
      disabled={form.disabled}
      aria-describedby={describedBy}
      onClick={take}
    >
      {messages.suggestion(policy, summarizeReply(form, answer, messages))}
    </button>
  );
};
