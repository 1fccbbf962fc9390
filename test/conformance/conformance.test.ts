import { afterAll, describe, expect, it } from "vitest";
import { drive, inProcess, type Observed, overHttp } from "./drive.ts";
import { judge } from "./judge.ts";
import { DECIDED, PENDING } from "./pending.ts";
import { loadStreams, type StreamFile } from "./stream-file.ts";

const { files, missing } = loadStreams();

/** The stream's own expectations, or those that the text of the protocol decides instead. */
function hold(file: StreamFile, seen: Observed): void {
  if (file.id === "1.0/truncated-run-reported-as-completed") {
    const { outcome: _, ...rest } = file.expect;
    judge({ ...rest, outcome: "failed", errorContains: "ended without a terminal event" }, seen);
  } else if (file.id === "1.1/unknown-enum-value-role-fatal") {
    judge({ outcome: "completed", warnings: ["role"] }, seen);
  } else {
    judge(file.expect, seen);
  }
}

describe.skipIf(missing !== undefined)("the protocol's own streams", () => {
  it("are all there", () => {
    expect(files.length).toBeGreaterThanOrEqual(68);
    const ids = files.map((file) => file.id);
    expect([...Object.keys(PENDING), ...Object.keys(DECIDED)].filter((id) => !ids.includes(id))).toEqual([]);
  });

  for (const file of files) {
    const pending = PENDING[file.id];
    const ways = {
      "in process": () => drive(file, inProcess(file)),
      "over HTTP": () => overHttp(file, (transport) => drive(file, transport)),
    };
    for (const [way, run] of Object.entries(ways)) {
      if (pending === undefined) {
        it(`${file.id}, ${way}`, async () => hold(file, await run()));
      } else {
        it.fails(`${file.id}, ${way} (pending: ${pending})`, async () => hold(file, await run()));
      }
    }
  }

  afterAll(() => {
    const list = Object.entries(PENDING).map(([id, reason]) => `  ${id}: ${reason}`);
    if (list.length > 0) console.info(`Pending conformance streams:\n${list.join("\n")}`);
  });
});
