import { scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { asks, client, succeeds } from "../../../../test/support/scripted.ts";
import { createRunInput } from "../agent/create-run-input.ts";
import { defineAgent } from "../agent/define-agent.ts";
import { runAgent } from "../agent/run-agent.ts";
import { defineInterrupt } from "./define-interrupt.ts";

const Budget = defineInterrupt({
  reason: "budget",
  response: z.object({ amount: z.number().max(1000, "No more than 1000"), note: z.string().optional() }),
  metadata: z.object({ currency: z.string() }),
});

describe("a typed interrupt", () => {
  it("is asked with the JSON Schema of its answer", () => {
    expect(Budget.interrupt({ message: "How much?", metadata: { currency: "EUR" } })).toMatchObject({
      id: "budget",
      reason: "budget",
      message: "How much?",
      metadata: { currency: "EUR" },
      responseSchema: {
        type: "object",
        properties: { amount: { type: "number", maximum: 1000 }, note: { type: "string" } },
        required: ["amount"],
      },
    });
    expect(Budget.interrupt({ id: "b7" })).not.toHaveProperty("message");
  });

  it("refuses an answer that does not fit before anything is sent, in its own words", async () => {
    const { transport, inputs } = scriptedAgent(asks(Budget.interrupt({ id: "b1" })), succeeds);
    const thread = client(transport, { interrupts: [Budget] }).thread("t1");
    await thread.send("Go");
    expect(Budget.items(thread.approvals.get()).map(({ id }) => id)).toEqual(["b1"]);
    const faults = Budget.answer(thread.approvals, "b1", { amount: 5000 });
    expect(faults).toEqual([
      { path: ["amount"], keyword: "schema", params: {}, message: "No more than 1000" },
    ]);
    expect(thread.approvals.get().items[0]).toMatchObject({ status: "open", draft: { amount: 5000 } });
    await expect(thread.approvals.submit()).rejects.toMatchObject({ code: "invalid" });
    expect(inputs).toHaveLength(1);
    expect(Budget.answer(thread.approvals, "b1", { amount: 7 })).toEqual([]);
    await thread.approvals.submit();
    expect(inputs[1]?.resume).toEqual([{ interruptId: "b1", status: "resolved", payload: { amount: 7 } }]);
  });

  it("judges whoever answers that reason, beside the schema that the agent has sent", async () => {
    const responseSchema = { type: "object", properties: { amount: { minimum: 5 } }, required: ["note"] };
    const { transport } = scriptedAgent(asks({ id: "b1", reason: "budget", responseSchema }));
    const thread = client(transport, { interrupts: [Budget] }).thread("t1");
    await thread.send("Go");
    expect(thread.approvals.answer("b1", { amount: 5000, note: "x" })).toHaveLength(1);
    expect(thread.approvals.answer("b1", { amount: 1, note: "x" })).toMatchObject([
      { path: ["amount"], keyword: "minimum" },
    ]);
    expect(thread.approvals.answer("b1", { amount: 10 })).toMatchObject([
      { path: ["note"], keyword: "required" },
    ]);
    expect(thread.approvals.answer("b1", { amount: 10, note: "x" })).toEqual([]);
  });

  it("reads its metadata, or nothing", () => {
    const asked = { id: "b1", reason: "budget" };
    expect(Budget.metadataOf({ ...asked, metadata: { currency: "EUR", more: 1 } })).toEqual({
      currency: "EUR",
    });
    expect(Budget.metadataOf({ ...asked, metadata: { currency: 7 } })).toBeUndefined();
    expect(Budget.metadataOf(asked)).toBeUndefined();
  });

  it("refuses a schema that waits when it is defined", () => {
    const waits = z.string().refine(async () => true);
    const inside = z.object({ name: waits, n: z.number() });
    expect(() => defineInterrupt({ reason: "later", response: waits })).toThrow(/"later" is asynchronous/);
    expect(() => defineInterrupt({ reason: "later", response: inside })).toThrow(/"later" is asynchronous/);
  });

  it("refuses a schema of what JSON cannot carry when it is defined, and says whose", () => {
    const of = z.object({ day: z.date() });
    expect(() => defineInterrupt({ reason: "day", response: of })).toThrow(
      /"day" has no JSON Schema: .*[Dd]ate/,
    );
  });

  it("is read by an agent, typed, and only where it fits", async () => {
    const Color = defineInterrupt({ reason: "color", response: z.string().transform((text) => text.length) });
    const seen: unknown[] = [];
    const agent = defineAgent(async (context) => {
      const answer = context.resumeFor(Color);
      if (answer?.status === "resolved") seen.push(answer.payload + 1);
      else seen.push(answer?.status, context.resumeFor(Color, "other")?.status);
    });
    const resume = async (entry: object) => {
      const entries = [{ interruptId: "color", status: "resolved", ...entry } as const];
      for await (const _ of runAgent(agent, createRunInput({ threadId: "t1", resume: entries })));
    };
    for (const entry of [{ payload: "blue" }, { status: "cancelled" }, { payload: 7 }, {}]) {
      await resume(entry);
    }
    expect(seen).toEqual([5, "cancelled", undefined, undefined, undefined, undefined, undefined]);
  });
});
