import type { FormView } from "@holdpoint/client/form";
import { useState } from "react";
import { useMessages } from "../agent-provider.tsx";
import type { Messages } from "../messages.ts";
import { useAnnouncer } from "../use-announcer.ts";
import { useCountdown } from "../use-countdown.ts";
import { labelled } from "./labelled.ts";
import { questionOf } from "./question.ts";

/** When what is left is announced, in milliseconds: five minutes, and one. */
const MOMENTS = [300_000, 60_000];

/** Speaks of the deadlines of questions that are not settled, a few times only; the end itself at once. Draws nothing. */
export function DeadlineAnnouncer({ forms }: { forms: readonly FormView[] }): null {
  const messages = useMessages();
  useAnnouncer(useTimeLeft(forms, messages));
  useAnnouncer(useExpired(forms, messages), "assertive");
  return null;
}

/** The words for the deadlines that have come as near as one of the moments, as of the last time that one did. */
function useTimeLeft(forms: readonly FormView[], messages: Messages): string {
  const ahead = forms.flatMap((form) => {
    const { expired, expiresAt, status } = form.item;
    return expired || expiresAt === null || status === "declined" ? [] : [{ form, expiresAt }];
  });
  const nearest = ahead.length > 0 ? Math.min(...ahead.map(({ expiresAt }) => expiresAt)) : null;
  const left = useCountdown(nearest);
  const now = nearest !== null && left ? nearest - left : null;
  const [seen, setSeen] = useState({ now, words: "" });
  if (now !== null && seen.now !== now) {
    const { now: before } = seen;
    const near = ahead.filter(({ expiresAt }) =>
      MOMENTS.some((moment) => {
        const at = expiresAt - moment;
        return before !== null && before < at && now >= at;
      }),
    );
    const words = near.map(({ form, expiresAt }) => {
      const time = messages.timeLeft(expiresAt - now);
      return forms.length > 1 ? labelled(questionOf(form.item, messages), time) : time;
    });
    setSeen({ now, words: words.length > 0 ? words.join(" ") : seen.words });
  }
  return seen.words;
}

/** The words for the questions whose deadline has passed while they were shown. */
function useExpired(forms: readonly FormView[], messages: Messages): string {
  const expired = forms.filter(({ item }) => item.expired && item.status !== "declined");
  const ids = expired.map(({ id }) => id).join(" ");
  const [seen, setSeen] = useState({ ids, words: "" });
  if (seen.ids !== ids) {
    const known = new Set(seen.ids.split(" "));
    const fresh = expired.filter(({ id }) => !known.has(id));
    const words = fresh.map(({ item }) =>
      labelled(
        questionOf(item, messages),
        messages.expired(item.expiresAt === null ? null : new Date(item.expiresAt)),
      ),
    );
    setSeen({ ids, words: words.length > 0 ? words.join(" ") : seen.words });
  }
  return seen.words;
}
