import { expect, test } from "vitest";
import { acceptsEventStream, isJsonContentType } from "./negotiation.ts";

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
])("accept %j: %j", (header, accepted) => {
  expect(acceptsEventStream(header)).toBe(accepted);
});

test.each([
  [null, true],
  ["application/json", true],
  ["APPLICATION/JSON; charset=utf-8", true],
  ["text/json", true],
  ["application/merge-patch+json", true],
  ["text/plain;charset=UTF-8", false],
  ["application/x-www-form-urlencoded", false],
  ["application/jsonp", false],
])("content-type %j: %j", (header, json) => {
  expect(isJsonContentType(header)).toBe(json);
});
