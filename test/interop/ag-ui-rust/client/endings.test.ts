import { isProtocolError, isRunError } from "@holdpoint/client";
import { expect, test } from "vitest";
import { eventually } from "../../../browser/support/eventually.ts";
import { departures } from "../support/departures.ts";
import { setRustStage } from "../support/rust-client.ts";
import { said } from "../support/said.ts";

const stage = setRustStage();

const leftBy = (thread: string): Promise<boolean[]> => departures(stage.server.origin, thread);

/** The agent of this thread has spoken, and waits. */
async function under(thread: string) {
  const client = stage.open("patient");
  const handle = client.thread(thread);
  const end = handle.send("Take your time");
  await eventually(() => said(handle)).toEqual(["Working on it."]);
  expect(await leftBy(thread)).toEqual([]);
  return { client, handle, end };
}

test("stopping a run tells the agent, and what it had said stays", async () => {
  const { handle, end } = await under("stopped");
  handle.stop();
  expect((await end).status).toBe("stopped");
  expect(said(handle)).toEqual(["Working on it."]);
  await eventually(() => leftBy("stopped")).toEqual([true]);
});

test("a client that is disposed of leaves no run behind", async () => {
  const { client } = await under("disposed");
  client.dispose();
  await eventually(() => leftBy("disposed")).toEqual([true]);
});

test("a run that completes is never reported as cancelled", async () => {
  const thread = stage.open("patient").thread("quick");
  expect((await thread.send("Be quick")).status).toBe("success");
  await eventually(() => leftBy("quick")).toEqual([false]);
});

test("a server that dies in the middle of a run truncates it, and the next run works", async () => {
  const { handle, end } = await under("dies");
  await stage.restart();
  expect((await end).status).toBe("truncated");
  expect(said(handle)).toEqual(["Working on it."]);
  expect((await handle.send("Be quick")).status).toBe("success");
});

test("a pause without a question fails by the server's own check, opens no gate, and the next send works", async () => {
  const thread = stage.open("unasked").thread("refused");
  const end = await thread.send("Ask me nothing");
  expect(end.status).toBe("failed");
  expect(isRunError(end.error) && end.error).toMatchObject({
    code: "PROTOCOL",
    message: expect.stringContaining("at least one interrupt"),
  });
  expect(thread.approvals.get()).toMatchObject({ phase: "none", items: [] });
  expect((await thread.send("Hello")).status).toBe("success");
  expect(said(thread)).toEqual(["I have a question, and I forgot it.", "Hello to you."]);
});

test("a pause without a question that does come over the wire is rejected, and the next send works", async () => {
  const thread = stage.open("unasked").thread("rejected");
  const end = await thread.send("Ask me nothing, on the wire");
  expect(end.status).toBe("rejected");
  expect(isProtocolError(end.error) && end.error).toMatchObject({
    rule: "empty-interrupts",
    path: "outcome.interrupts",
  });
  expect(thread.approvals.get()).toMatchObject({ phase: "none", items: [] });
  expect(said(thread)).toEqual(["I have a question, and I forgot it."]);
  expect((await thread.send("Hello")).status).toBe("success");
  expect(said(thread).at(-1)).toBe("Hello to you.");
});
