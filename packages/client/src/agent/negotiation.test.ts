import { expect, test } from "vitest";
import type { EventFormat } from "../transport/event-format.ts";
import { eventStreamFormat } from "./event-stream-format.ts";
import { chooseFormat, isJsonContentType } from "./negotiation.ts";

const binary: EventFormat = {
  mediaType: "application/vnd.ag-ui.event+proto",
  encode: () => new Uint8Array(),
};

test.each([
  [null, true],
  ["", true],
  ["*/*", true],
  ["text/*", true],
  ["text/event-stream", true],
  ["Text/Event-Stream; charset=utf-8", true],
  ["application/json, text/event-stream;q=0.1", true],
  ["application/vnd.ag-ui.event+proto, text/event-stream", true],
  ["application/json", false],
  ["text/html, application/xml", false],
  ["text/event-stream;q=0", false],
  ["*/*, text/event-stream; q=0.0", false],
  ["text/*;q=0, */*", false],
  ["text/event-stream;q=0.5.5", false],
])("accept %j lets an event stream through: %j", (header, accepted) => {
  expect(chooseFormat(header, [eventStreamFormat])).toBe(accepted ? eventStreamFormat : undefined);
});

const proto = "application/vnd.ag-ui.event+proto";
test.each<[string | null, EventFormat | undefined]>([
  [null, eventStreamFormat],
  ["", eventStreamFormat],
  ["*/*", eventStreamFormat],
  ["text/event-stream", eventStreamFormat],
  ["text/event-stream, */*", eventStreamFormat],
  ["text/*, application/*", eventStreamFormat],
  [proto, binary],
  [proto.toUpperCase(), binary],
  ["application/*", binary],
  [`${proto}, text/event-stream`, binary],
  [`text/event-stream, ${proto}`, binary],
  [`${proto}, */*`, binary],
  [`${proto};q=0.5, text/event-stream`, eventStreamFormat],
  [`${proto};q=0.5, */*;q=0.1`, binary],
  [`${proto};q=0, */*`, eventStreamFormat],
  [`${proto};q=0`, undefined],
  ["application/json", undefined],
])("of the two formats accept %j asks for the right one", (header, format) => {
  expect(chooseFormat(header, [eventStreamFormat, binary])).toBe(format);
});

test("among formats that are asked for alike the order of the server decides", () => {
  const other: EventFormat = { ...binary, mediaType: "application/x-other" };
  const both = "application/x-other, application/vnd.ag-ui.event+proto";
  expect(chooseFormat(both, [eventStreamFormat, other, binary])).toBe(other);
  expect(chooseFormat(both, [eventStreamFormat, binary, other])).toBe(binary);
});

test.each([
  ["application/json", true],
  ["APPLICATION/JSON; charset=utf-8", true],
  ["text/json", true],
  ["application/merge-patch+json", true],
  ["", false],
  ["text/plain;charset=UTF-8", false],
  ["application/x-www-form-urlencoded", false],
  ["application/jsonp", false],
])("content-type %j: %j", (header, json) => {
  expect(isJsonContentType(header)).toBe(json);
});
