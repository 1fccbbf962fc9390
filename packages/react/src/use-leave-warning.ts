"use client";
import type { Approvals } from "@holdpoint/client";
import { useHeldPage } from "./use-held-page.ts";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useSelector } from "./use-selector.ts";
import { useThread } from "./use-thread.ts";

/**
 * Has the browser ask before the page is left while answers are begun and not yet taken by the agent, as
 * `ApprovalPanel` does by itself. For threads that are kept nowhere: what is kept is there again with the next page.
 */
export const useLeaveWarning = (options?: ThreadOptions): void =>
  useHeldPage(useSelector(useThread(options).approvals, hasUnsent));

const hasUnsent = ({ batch, started }: Approvals): boolean => batch !== null && started;
