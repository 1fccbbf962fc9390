import type { ReactElement } from "react";
import { useMessages } from "../agent-provider.tsx";
import { useCountdown } from "../use-countdown.ts";

/** What is left until a deadline. Silent: what is announced of it, and when, is not for each second to say. */
export function TimeLeft({ at }: { at: number }): ReactElement | null {
  const messages = useMessages();
  const left = useCountdown(at);
  return left ? (
    <p className="hp-card__time" role="timer">
      {messages.timeLeft(left)}
    </p>
  ) : null;
}
