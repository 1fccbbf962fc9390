import { describeInterrupt } from "@holdpoint/client";
import { expect } from "vitest";
import { readEvents } from "./support/client.ts";
import { fieldCase, type WireEvent } from "./support/field-case.ts";

fieldCase<
  { events: readonly WireEvent[] },
  { pending: readonly string[]; metadataUntouched: boolean; renderable: string; neverShow: string }
>("20-prompt-text-in-metadata", async ({ events }, expected) => {
  const { snapshot } = await readEvents(events);
  const { items } = snapshot.approvals;
  expect(items.map(({ id }) => id)).toEqual(expected.pending);
  expect(expected).toMatchObject({
    metadataUntouched: true,
    neverShow: "the bare reason code as a question",
  });
  const sent = JSON.parse(JSON.stringify(events)).at(-1).outcome.interrupts;
  expect(items.map(({ interrupt }) => interrupt)).toEqual(sent);

  const described = items.map((item) => describeInterrupt(item));
  expect(described.map(({ detail }) => detail)).toEqual([
    { topic: "Budget", attendee: "Kim" },
    "Draft v2",
    { command: "rm -r build" },
  ]);
  for (const [at, { question }] of described.entries()) {
    expect(question).not.toContain(items[at]?.interrupt?.reason);
    expect(question).toMatch(/^[A-Z].*\.$/);
  }
});
