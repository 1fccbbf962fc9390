import { AbstractAgent, type BaseEvent } from "@ag-ui/client";
import { agUiTransport } from "@holdpoint/client/ag-ui";
import { from, type Observable } from "rxjs";
import { afterEach, beforeEach, describe, vi } from "vitest";
import { drive } from "./drive.ts";
import { testLane } from "./lane.ts";
import { loadStreams, type StreamFile } from "./stream-file.ts";

const { files, missing } = loadStreams();

/** Emits the stream as an agent of the official client, in one burst. */
class StreamAgent extends AbstractAgent {
  file: StreamFile;
  constructor(file: StreamFile) {
    super();
    this.file = file;
  }
  override run(): Observable<BaseEvent> {
    return from<BaseEvent[]>(Object(structuredClone(this.file.stream)));
  }
}

/** The streams that middleware gets otherwise than they came, each with the reason. */
const TRANSLATED: Readonly<Record<string, string>> = {
  "1.1/era-0-0-45-thinking-translated":
    "the official client translates it for its middleware, and warns by itself",
};

describe.skipIf(missing !== undefined)("the protocol's own streams", () => {
  beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));
  afterEach(() => void vi.restoreAllMocks());

  testLane(files, "out of an agent of the official client", (file) =>
    drive(file, agUiTransport(new StreamAgent(file))),
  );
  testLane(
    files.filter(({ id }) => !(id in TRANSLATED)),
    "through its middleware",
    (file) => drive(file, agUiTransport(new StreamAgent(file).use((input, next) => next.run(input)))),
  );
});
