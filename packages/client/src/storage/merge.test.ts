import { expect, it } from "vitest";
import type { ApprovalItem } from "../approvals/types.ts";
import { merge } from "./merge.ts";
import type { ThreadRecord } from "./record.ts";

const call = { id: "c1", name: "pay", arguments: "{}", status: "complete", messageId: "" } as const;
const item = (over: Partial<ApprovalItem> = {}): ApprovalItem => ({
  id: "i1",
  batch: "b1",
  kind: "interrupt",
  toolCall: { ...call, input: undefined },
  status: "open",
  expired: false,
  expiresAt: 7,
  errors: [],
  notice: null,
  ...over,
});
const record = (shown: ApprovalItem): ThreadRecord => ({
  version: 1,
  threadId: "t1",
  messages: [],
  state: {},
  batch: { batch: "b1", runId: "r1", phase: "open", started: false, sent: null, error: null, items: [shown] },
  decisions: [],
  usage: [],
});

it("an item that only looks different here is not edited here", () => {
  const theirs = record(item({ status: "answered", payload: 1 }));
  const shown = item({ expired: true, toolCall: { ...call, input: {}, messageId: "a1" } });
  expect(merge(record(item()), record(shown), theirs)).toBe(theirs);
  const typed = record(item({ draft: "typed" }));
  expect(merge(record(item()), typed, theirs).batch?.items).toEqual(typed.batch?.items);
});

it("an edit here of answers that were refused elsewhere is an edit: those are not repeated", () => {
  const sent = [{ interruptId: "i1", status: "resolved" }] as const;
  const { batch, ...theirs } = record(item({ status: "answered", payload: 1 }));
  const refused: ThreadRecord = { ...theirs, ...(batch && { batch: { ...batch, phase: "failed", sent } }) };
  expect(merge(record(item()), record(item({ status: "declined" })), refused).batch).toMatchObject({
    phase: "open",
    sent: null,
    items: [{ status: "declined" }],
  });
});

it("an answer of a person here is not taken for the one that a rule gave before", () => {
  const ruled = record(item({ status: "answered", payload: true, policy: "always" }));
  const said = record(item({ status: "answered", payload: true }));
  expect(merge(ruled, said, ruled).batch?.items).toEqual(said.batch?.items);
});
