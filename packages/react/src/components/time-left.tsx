import type { FormView } from "@holdpoint/client/form";
import type { ReactElement } from "react";
import { useWords } from "../agent-provider.tsx";
import { useCountdown } from "../use-countdown.ts";

/**
 * What is left until the deadline of a question, where its answer can still be changed. Silent: what is
 * announced of it, and when, is not for each second to say.
 */
export const TimeLeft = ({ form }: { form: FormView }): ReactElement | null => {
  const messages = useWords();
  const left = useCountdown(form.disabled ? null : form.item.expiresAt);
  return left ? (
    <p className="hp-card__time" role="timer">
      {messages.timeLeft(left)}
    </p>
  ) : null;
};
