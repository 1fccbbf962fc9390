import { createAgentClient } from "@holdpoint/client";
import { defineAgent, interrupt, localTransport } from "@holdpoint/client/agent";
import { createForm } from "@holdpoint/client/form";
import { expect, test } from "vitest";
import { defaultMessages } from "../messages.ts";
import { summarizeAnswer, summarizeReply } from "./answer-summary.ts";

async function open(properties: object) {
  const responseSchema = { type: "object", properties };
  const agent = defineAgent(async () => interrupt([{ id: "q", reason: "x", responseSchema }]));
  const thread = createAgentClient({ transport: localTransport(agent) }).thread("t1");
  await thread.send("Go");
  return createForm(thread.approvals, "q");
}

async function summary(properties: object, answer: unknown): Promise<string> {
  const form = await open(properties);
  expect(form.get().answer(answer)).toEqual([]);
  return summarizeAnswer(form.get(), defaultMessages);
}

const card = {
  title: "By card",
  type: "object",
  properties: { kind: { const: "card" }, cardNumber: { type: "string" } },
  required: ["kind", "cardNumber"],
};
const cash = { title: "Cash", type: "object", properties: { kind: { const: "cash" } }, required: ["kind"] };

test("says what is in an object and a list by its names, and leaves constants out", async () => {
  const guest = {
    type: "object",
    properties: { v: { const: 1 }, firstName: { type: "string" }, vegan: { type: "boolean" } },
    required: ["v"],
  };
  const properties = {
    host: guest,
    guests: { type: "array", items: guest },
    tags: { type: "array", items: { type: "string" } },
    others: { type: "array", items: { type: "string" } },
  };
  const answer = {
    host: { v: 1, firstName: "Ada", vegan: true },
    guests: [
      { v: 1, firstName: "Ben" },
      { v: 1, firstName: "Cleo", vegan: false },
    ],
    tags: ["a", "b"],
    others: [],
  };
  expect(await summary(properties, answer)).toBe(
    "Host (First name: Ada, Vegan: Yes), Guests (First name: Ben; First name: Cleo, Vegan: No), Tags (a, b), Others (Empty)",
  );
});

test("says which way was chosen, and the words for what was chosen", async () => {
  const days = { type: "array", items: { anyOf: [1, 2].map((at) => ({ const: at, title: `Day ${at}` })) } };
  const properties = {
    pay: { oneOf: [card, cash] },
    tip: { oneOf: [card, cash] },
    limit: { anyOf: [{ type: "integer" }, { type: "boolean" }] },
    days,
    more: { type: "object", additionalProperties: { type: "integer" } },
  };
  const answer = {
    pay: { kind: "card", cardNumber: "4111" },
    tip: { kind: "cash" },
    limit: 5,
    days: [2, 1],
    more: { eu: 1 },
  };
  expect(await summary(properties, answer)).toBe(
    "Pay (By card (Card number: 4111)), Tip (Cash), Limit: Whole number (5), Days (Day 2, Day 1), More (eu: 1)",
  );
});

test("does not show a secret", async () => {
  const properties = {
    pin: { type: "integer", writeOnly: true },
    pass: { type: "string", format: "password" },
  };
  expect(await summary(properties, { pin: 1234, pass: "x" })).toBe("Pin: Not shown, Pass: Not shown");
});

test("reads an answer that is not the one in the fields by the names that it has itself", async () => {
  const form = await open({ pay: { oneOf: [card, cash] } });
  form.get().choose(["pay"], 1);
  const reply = { status: "answered", payload: { pay: { kind: "card", cardNumber: "4111" } } } as const;
  expect(summarizeReply(form.get(), reply, defaultMessages)).toBe("Pay (kind: card, cardNumber: 4111)");
});
