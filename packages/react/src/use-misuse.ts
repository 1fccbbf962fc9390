"use client";
import type { Thread, ThreadSnapshot } from "@holdpoint/client";
import { useMemo, useState } from "react";

/** Keeps why an action was refused until the run that was in its way moves on; `note()` without a reason forgets it. */
export const useMisuse = (
  thread: Pick<Thread, "get">,
  now: string,
): readonly [misuse: Error | undefined, note: (thrown?: unknown) => void] => {
  const [misuse, setMisuse] = useState<{ thread: unknown; at: string; error: Error }>();
  const note = useMemo(
    () => (thrown?: unknown) => {
      const error = thrown === undefined || thrown instanceof Error ? thrown : new Error(String(thrown));
      setMisuse(error && { thread, at: standingOf(thread.get()), error });
    },
    [thread],
  );
  return [misuse?.thread === thread && misuse.at === now ? misuse.error : undefined, note];
};

/** Where a thread stands, as one word to compare. */
export const standingOf = ({ status, runId }: Pick<ThreadSnapshot, "status" | "runId">): string =>
  `${status} ${runId}`;
