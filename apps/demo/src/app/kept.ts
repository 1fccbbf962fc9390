import { indexedDbStorage, type ThreadStorage, webStorage } from "@holdpoint/client";

const NAME = "holdpoint-demo";

/**
 * Where a story's thread is kept: `?storage=` names `web`, which also stands for anything else,
 * `indexeddb`, or `memory`, which keeps nothing. Each story has a key of its own, and with it an inbox.
 */
export function storageOf(storyId: string, search: string): { storage?: ThreadStorage } {
  const key = `${NAME}/${storyId}`;
  switch (new URLSearchParams(search).get("storage")) {
    case "memory":
      return {};
    case "indexeddb":
      return { storage: indexedDbStorage({ key, database: NAME }) };
    default:
      return { storage: webStorage({ key }) };
  }
}
