import type { SubagentView } from "@holdpoint/client";
import { expect, test } from "vitest";
import { type MessageRow, toRows } from "./message-rows.ts";

const view = (id: string, messageIds: string[], more: Partial<SubagentView> = {}): SubagentView => ({
  id,
  name: id,
  status: "running",
  runId: "r",
  messageIds,
  ...more,
});

/** Nested lists of ids, each subagent's after its own. */
const show = (rows: readonly MessageRow[]): unknown[] =>
  rows.map((row) => (row.kind === "message" ? row.id : { [row.view.id]: show(row.rows) }));

test("what a subagent said stands where it began to, inside of who spawned it", () => {
  const views = [view("inner", ["3"], { parentSubagentRunId: "outer" }), view("outer", ["2", "5"])];
  expect(show(toRows(["1", "2", "3", "4", "5"], views))).toEqual([
    "1",
    { outer: ["2", { inner: ["3"] }, "5"] },
    "4",
  ]);
});

test("a subagent that has only spawned one stands where that began", () => {
  const views = [view("outer", []), view("inner", ["2"], { parentSubagentRunId: "outer" })];
  expect(show(toRows(["1", "2", "3"], views))).toEqual(["1", { outer: [{ inner: ["2"] }] }, "3"]);
});

test("one that has said nothing stands after the message that spawned it, else at the end", () => {
  const views = [view("quiet", [], { parentMessageId: "1" }), view("lost", [])];
  expect(show(toRows(["1", "2"], views))).toEqual(["1", { quiet: [] }, "2", { lost: [] }]);
});

test("a circle of spawners, and a spawner that nobody knows, lose no message", () => {
  const circle = [
    view("a", ["1"], { parentSubagentRunId: "b" }),
    view("b", ["2"], { parentSubagentRunId: "a" }),
  ];
  const text = JSON.stringify(show(toRows(["1", "2"], circle)));
  for (const id of ["1", "2"]) expect(text.split(`"${id}"`)).toHaveLength(2);
  expect(show(toRows(["1"], [view("a", ["1"], { parentSubagentRunId: "gone" })]))).toEqual([{ a: ["1"] }]);
});
