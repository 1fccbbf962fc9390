import type { FormView } from "@holdpoint/client/form";
import { useState } from "react";
import { useWords } from "../agent-provider.tsx";
import { useAnnouncer } from "../use-announcer.ts";
import { useCountdown } from "../use-countdown.ts";
import { labelled } from "./labelled.ts";
import { expiredWords, questionOf } from "./question.ts";

/** When what is left is announced, in milliseconds: five minutes, and one. */
export const MOMENTS: readonly number[] = [300_000, 60_000];

/** Speaks of the deadlines of questions that are not settled, a few times only; the end itself at once. Draws nothing. */
export const DeadlineAnnouncer = ({ forms }: { forms: readonly FormView[] }): null => {
  const messages = useWords();
  const items = forms.flatMap(({ item }) => (item.status === "declined" ? [] : item));
  const ahead = items.flatMap(({ expired, expiresAt }) => (expired ? [] : (expiresAt ?? [])));
  const nearest = ahead.length > 0 ? Math.min(...ahead) : null;
  const untilNearest = useCountdown(nearest);
  const now = nearest !== null && untilNearest ? nearest - untilNearest : null;

  const near = items.flatMap((item): News[] => {
    if (item.expired || item.expiresAt === null || now === null) return [];
    const left = item.expiresAt - now;
    const passed = MOMENTS.filter((moment) => left <= moment).length;
    const words = labelled(questionOf(item, messages), messages.timeLeft(left));
    return passed > 0 ? [{ key: `${item.id} ${passed}`, words }] : [];
  });
  const late = items.flatMap((item): News[] =>
    item.expired
      ? [{ key: item.id, words: labelled(questionOf(item, messages), expiredWords(item, messages)) }]
      : [],
  );
  useAnnouncer(useNews(near, now !== null));
  useAnnouncer(useNews(late, true), "assertive");
  return null;
};

/** What is said of a moment once it has come. */
interface News {
  readonly key: string;
  readonly words: string;
}

/** The words for what came last, all that came at once; nothing for what was there when it was first known. */
const useNews = (news: readonly News[], isKnown: boolean): string => {
  const [told, setTold] = useState<{ keys: readonly string[]; words: string }>();
  const fresh = news.filter(({ key }) => !told?.keys.includes(key));
  if (isKnown && (!told || fresh.length > 0)) {
    setTold({
      keys: [...(told?.keys ?? []), ...fresh.map(({ key }) => key)],
      words: told ? fresh.map(({ words }) => words).join(" ") : "",
    });
  }
  return told?.words ?? "";
};
