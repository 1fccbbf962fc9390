import {
  type AgentClientOptions,
  createStorage,
  memoryAdapter,
  type StorageAdapter,
  type StorageOptions,
  type Transport,
} from "@holdpoint/client";
import { afterEach } from "vitest";
import { client } from "./scripted.ts";

interface Place {
  /** What is kept, by key. */
  texts?: Map<string, string>;
  adapter?: StorageAdapter;
  storage?: StorageOptions;
  /** What a page has of the browser; neither locks nor channels unless given. */
  environment?(): NonNullable<AgentClientOptions["environment"]>;
}

type Page = ReturnType<typeof client>;

/** A place that keeps threads, and pages that use it; each is disposed of after the test. */
export function keptPages({
  texts = new Map<string, string>(),
  adapter = memoryAdapter(texts),
  storage = {},
  environment = () => ({ locks: null, channel: null }),
}: Place = {}) {
  const page = (transport: Transport, options: Partial<AgentClientOptions> = {}): Page => {
    const made = client(transport, {
      storage: createStorage(adapter, storage),
      environment: environment(),
      ...options,
    });
    pages.push(made);
    return made;
  };
  const kept = (id = "t1") => JSON.parse(texts.get(`holdpoint/thread/${id}`) ?? "{}").record;
  return { texts, adapter, page, kept };
}

const pages: Page[] = [];
afterEach(() => {
  for (const page of pages.splice(0)) page.dispose();
});
