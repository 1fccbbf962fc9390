"use client";
import type { Thread } from "@holdpoint/client";
import { useEffect, useState } from "react";

/** Whether the run that carries the answers has shown a first event: from then on, stopping it takes nothing back. */
export const useBegan = (thread: Pick<Thread, "onEvent">, submitting: boolean): boolean => {
  const [began, setBegan] = useState(false);
  useEffect(() => {
    if (!submitting) return;
    const end = thread.onEvent(() => setBegan(true));
    return () => {
      end();
      setBegan(false);
    };
  }, [thread, submitting]);
  return began;
};
