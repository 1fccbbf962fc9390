import { afterAll, describe, expect, it } from "vitest";
import { drive, inProcess, overHttp } from "./drive.ts";
import { testLane } from "./lane.ts";
import { DECIDED, PENDING } from "./pending.ts";
import { loadStreams } from "./stream-file.ts";

const { files, missing } = loadStreams();

describe.skipIf(missing !== undefined)("the protocol's own streams", () => {
  it("are all there", () => {
    expect(files.length).toBeGreaterThanOrEqual(68);
    const ids = files.map((file) => file.id);
    expect([...Object.keys(PENDING), ...Object.keys(DECIDED)].filter((id) => !ids.includes(id))).toEqual([]);
  });

  testLane(files, "in process", (file) => drive(file, inProcess(file)));
  testLane(files, "over HTTP", (file) => overHttp(file, (transport) => drive(file, transport)));

  afterAll(() => {
    const list = Object.entries(PENDING).map(([id, reason]) => `  ${id}: ${reason}`);
    if (list.length > 0) console.info(`Pending conformance streams:\n${list.join("\n")}`);
  });
});
