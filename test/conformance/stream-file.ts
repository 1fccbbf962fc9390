import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sharedFolder } from "../support/shared-folder.ts";

/** What a conformance stream expects of a client; the words are explained beside the streams. */
export interface Expectation {
  outcome: "completed" | "failed";
  errorContains?: string;
  runError?: true | string;
  eventTypes?: string[];
  eventTypesAbsent?: string[];
  eventPaths?: Record<string, unknown>;
  eventAbsentPaths?: string[];
  warnings?: string[];
  noWarnings?: boolean;
  messageCount?: number;
  messages?: unknown[];
  state?: unknown;
  request?: Record<string, unknown>;
  requestAbsentPaths?: string[];
}

/** One of the protocol's own regression streams. */
export interface StreamFile {
  /** `<folder>/<name>`, such as `1.1/conformant-run-is-quiet`. */
  id: string;
  client?: { maxProtocolVersion: string };
  input?: { messages?: unknown[] };
  stream: Record<string, unknown>[];
  expect: Expectation;
}

/** Every stream of the three folders, or none where the folder is missing. */
export function loadStreams(): { files: StreamFile[]; missing: string | undefined } {
  const { path, missing } = sharedFolder("protocol/conformance");
  if (missing !== undefined) return { files: [], missing };
  const files = ["1.1", "1.0", "draft"].flatMap((folder) =>
    readdirSync(join(path, folder))
      .sort()
      .map((file) => {
        const parsed: StreamFile = JSON.parse(readFileSync(join(path, folder, file), "utf8"));
        return { ...parsed, id: `${folder}/${file.replace(/\.json$/, "")}` };
      }),
  );
  return { files, missing };
}
