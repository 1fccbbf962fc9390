import { isTransportError, type RunEnd } from "@holdpoint/client";
import { expect, test } from "vitest";
import { setRustStage } from "../support/rust-client.ts";

const stage = setRustStage();

/** The request was refused before any event, with this status. */
function expectRefusal(end: RunEnd, status: number, excerpt?: string): void {
  expect(end.status).toBe("unstarted");
  expect(isTransportError(end.error) && end.error).toMatchObject({
    status,
    ...(excerpt !== undefined && { excerpt: expect.stringContaining(excerpt) }),
  });
}

test.each([
  ["accepts nothing that the server can send", { accept: "application/xml" }, 406, "NOT_ACCEPTABLE"],
  ["does not call its body JSON", { "content-type": "text/plain" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
])("a request that %s is refused with a reason", async (_, headers, status, code) => {
  const thread = stage.open("talker", headers).thread("t");
  expectRefusal(await thread.send("Talk"), status, code);
  expect(thread.get().messages).toHaveLength(1);
});

test("a path without an agent is refused", async () => {
  expectRefusal(await stage.open("missing").thread("t").send("Talk"), 404);
});

test("a body over the server's limit is refused, and the person's words are kept", async () => {
  const thread = stage.open("talker").thread("large");
  const words = "x".repeat(3_000_000);
  expectRefusal(await thread.send(words), 413, "INVALID_BODY");
  expect(thread.get().messages).toMatchObject([{ role: "user", content: words }]);
});

test("nothing that listens is a failure of the network, not of the protocol", async () => {
  const client = stage.open("talker");
  await stage.server.kill();
  const end = await client.thread("t").send("Talk");
  expect(end.status).toBe("unstarted");
  expect(isTransportError(end.error) && end.error.status).toBeUndefined();
});
