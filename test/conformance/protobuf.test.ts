import { createServer } from "node:http";
import { AGUI_MEDIA_TYPE, decode, encode } from "@ag-ui/proto";
import { protobufTransport } from "@holdpoint/client/protobuf";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { drive, type Observed } from "./drive.ts";
import { testLane } from "./lane.ts";
import { loadStreams, type StreamFile } from "./stream-file.ts";

/** The streams that the binary wire cannot carry as they are, each with the reason. */
const NARROWER: Readonly<Record<string, string>> = {
  "1.1/era-0-0-45-thinking-translated": "the retired THINKING_* events have no variant",
  "1.1/malformed-known-field-fatal": "a number for a string field is encoded as a string",
  "1.1/subagent-started-missing-name-fatal": "a missing required string is encoded as one",
  "1.1/unknown-event-dropped": "an event without a variant cannot be encoded",
  "1.1/unknown-outcome-array-fatal": "an outcome that is a list is encoded as none",
  "1.1/unknown-property-stripped": "a property without a field is not encoded",
};

const { files, missing } = loadStreams();

type Encodable = Parameters<typeof encode>[0];
const isEncodable = (event: object): event is Encodable => "type" in event;

function frame(event: object): Buffer {
  if (!isEncodable(event)) throw new Error("An event has no type.");
  const payload = encode(event);
  const header = Buffer.alloc(4);
  header.writeUInt32BE(payload.length);
  return Buffer.concat([header, payload]);
}

/** Whether the wire carries every event of a stream unchanged. */
function survives(file: StreamFile): boolean {
  try {
    expect(file.stream.map((event) => decode(frame(event).subarray(4)))).toEqual(file.stream);
    return true;
  } catch {
    return false;
  }
}

async function overProtobuf(file: StreamFile): Promise<Observed> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": AGUI_MEDIA_TYPE });
    for (const event of file.stream) response.write(frame(event));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  try {
    return await drive(file, protobufTransport({ url: `http://127.0.0.1:${address.port}/` }));
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe.skipIf(missing !== undefined)("the protocol's own streams", () => {
  // The encoder says on the console that a stream is malformed on purpose.
  beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));
  afterEach(() => void vi.restoreAllMocks());

  it("go over protobuf but for the ones that it cannot carry", () => {
    const narrower = files.filter((file) => !survives(file)).map(({ id }) => id);
    expect(narrower.sort()).toEqual(Object.keys(NARROWER).sort());
  });

  const carried = files.filter(({ id }) => NARROWER[id] === undefined);
  testLane(carried, "over protobuf", overProtobuf);
});
