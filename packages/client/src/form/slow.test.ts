/** The time to the first field, whatever the schema. */
import { expect, it } from "vitest";
import { slow } from "../../../../test/support/slow-schemas.ts";
import { FIFTY_MILLISECONDS, yardsticks } from "../../../../test/support/speed.ts";
import type { ApprovalItem } from "../approvals/types.ts";
import { prepareSchema } from "../schema/prepare.ts";
import { toChoices } from "./choices.ts";
import { toSnapshot } from "./snapshot.ts";

const item: ApprovalItem = {
  id: "q",
  batch: "b",
  kind: "interrupt",
  interrupt: { id: "q", reason: "details" },
  toolCall: null,
  status: "open",
  expired: false,
  expiresAt: null,
  errors: [],
  notice: null,
};

const wide = (count: number, part: unknown) => {
  const properties = Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, part]));
  return { type: "object", properties, required: Object.keys(properties) };
};
const maybe = { anyOf: [{ type: "string" }, { type: "null" }] };

const schemas: readonly (readonly [string, unknown])[] = [
  ...slow.map(([name, schema]) => [name, schema] as const),
  ["400 fields", wide(400, maybe)],
  ["5,000 fields", wide(5000, { type: "string" })],
  ["90 objects of 90 fields", wide(90, wide(90, {}))],
  ["ways of many fields", { oneOf: Array.from({ length: 90 }, () => wide(90, {})) }],
  [
    "6,000 named choices",
    { oneOf: Array.from({ length: 6000 }, (_, at) => ({ const: at, title: `T${at}` })) },
  ],
  ["many choices of many", wide(90, { enum: Array.from({ length: 90 }, (_, at) => `c${at}`) })],
];

it.each(schemas)("%s: the first field within 50 ms", (_name, schema) => {
  const text = JSON.stringify(schema);
  const first = () => {
    const intake = prepareSchema(JSON.parse(text));
    const choices = toChoices(item, intake);
    const { fields } = toSnapshot({
      choices,
      intake,
      state: { slot: {}, attempted: false },
      item,
      disabled: false,
      error: null,
      run: () => false,
    });
    expect(Array.isArray(fields)).toBe(true);
  };
  expect(yardsticks(first)).toBeLessThan(FIFTY_MILLISECONDS);
});
