import type { AgentClient, Thread } from "@holdpoint/client";
import { useMemo } from "react";
import { useSelector } from "../use-selector.ts";
import { inspectionOf } from "./inspection.ts";
import { type Preview, previewRequest } from "./preview.ts";

/** Why there is none: a run is out, nothing can be sent, or the client was not made to be inspected. */
export type NoPreview = "busy" | "impossible" | "unknown";

/** The next request of a thread as it stands. */
export function useNextRequest(client: AgentClient, thread: Thread): Preview | NoPreview {
  const snapshot = useSelector(thread);
  const { made } = inspectionOf(client);
  return useMemo(() => {
    if (!made) return "unknown";
    if (snapshot.status === "running" || snapshot.status === "restoring") return "busy";
    return previewRequest(thread, made, client.now) ?? "impossible";
  }, [client, thread, made, snapshot]);
}
