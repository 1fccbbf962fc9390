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

/** The words for the nearest deadline, as of the last moment that it has passed. */
function useTimeLeft(forms: readonly FormView[], messages: Messages): string {
  const ahead = forms.filter(({ item }) => !item.expired && item.status !== "declined");
  const moments = ahead.flatMap(({ item }) => item.expiresAt ?? []);
  const at = moments.length > 0 ? Math.min(...moments) : null;
  const left = useCountdown(at);
  const [seen, setSeen] = useState({ at, left, words: "" });
  if (seen.at !== at || seen.left !== left) {
    const before = seen.at === at ? seen.left : null;
    const hasPassed = (moment: number) =>
      before !== null && left !== null && before > moment && left <= moment && left > 0;
    const asked = ahead.filter(({ item }) => item.expiresAt === at);
    const [only] = asked.length === 1 && forms.length > 1 ? asked : [];
    setSeen({ at, left, words: MOMENTS.some(hasPassed) ? wordsFor(only, left ?? 0, messages) : seen.words });
  }
  return seen.words;
}

function wordsFor(form: FormView | undefined, left: number, messages: Messages): string {
  const words = messages.timeLeft(left);
  return form ? labelled(questionOf(form.item, messages), words) : words;
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
