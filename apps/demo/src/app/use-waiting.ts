import type { Inbox } from "@holdpoint/client";
import { useSelector } from "@holdpoint/react";
import type { StorySession } from "./story-session.ts";

/** How many questions wait for somebody in a story, wherever they were asked: here, in another tab, or before a reload. */
export const useWaiting = ({ client }: StorySession): number => useSelector(client.inbox, countWaiting);

/** What is on its way to the agent waits for nobody. */
const countWaiting = (inbox: Inbox): number =>
  inbox
    .filter(({ approvals }) => approvals.phase !== "submitting")
    .reduce((sum, { approvals }) => sum + approvals.counts.total, 0);
