import type { FormView } from "@holdpoint/client/form";
import type { ReactElement } from "react";
import { useWords } from "../agent-provider.tsx";
import { useCountdown } from "../use-countdown.ts";
import { expiredWords } from "./question.ts";

/**
 * What is left until the deadline of a question, where its answer can still be changed, or that it has passed. Silent: what
 * is announced of it, and when, is not for each second to say. Nothing in the first render, since a server has another
 * clock and another zone.
 */
export const TimeLeft = ({ form: { item, disabled } }: { form: FormView }): ReactElement | null => {
  const messages = useWords();
  const left = useCountdown(disabled && !item.expired ? null : item.expiresAt);
  if (left === null) return null;
  return left ? (
    <p className="hp-card__time" role="timer">
      {messages.timeLeft(left)}
    </p>
  ) : (
    <p className="hp-note" data-tone="warning">
      {expiredWords(item, messages)}
    </p>
  );
};
