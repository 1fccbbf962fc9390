"use client";
import type { Approvals } from "@holdpoint/client";
import { useEffect } from "react";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useSelector } from "./use-selector.ts";
import { useThread } from "./use-thread.ts";

/**
 * Has the browser ask before the page is left while answers are begun and not yet taken by the agent. For
 * threads that are kept nowhere: what is kept is there again with the next page.
 */
export function useLeaveWarning(options?: ThreadOptions): void {
  const isBegun = useSelector(useThread(options).approvals, hasUnsent);
  useEffect(() => {
    if (!isBegun) return;
    addEventListener("beforeunload", hold);
    return () => removeEventListener("beforeunload", hold);
  }, [isBegun]);
}

const hasUnsent = ({ batch, started }: Approvals): boolean => batch !== null && started;

const hold = (event: Event): void => event.preventDefault();
