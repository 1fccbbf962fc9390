/** What compiles of typed questions, and what does not. */
import { z } from "zod";
import type { RunContext } from "../agent/run-context.ts";
import { type Answer, defineInterrupt } from "./define-interrupt.ts";
import type { ApprovalActions } from "./types.ts";

declare const approvals: ApprovalActions;
declare const context: RunContext<unknown>;

const Budget = defineInterrupt({
  reason: "budget",
  response: z.object({ amount: z.coerce.number<string>(), note: z.string().optional() }),
  metadata: z.object({ currency: z.enum(["EUR", "USD"]) }),
});

// What a person answers is the schema's input.
Budget.answer(approvals, "b1", { amount: "7" });
Budget.answer(approvals, "b1", { amount: "7", note: "x" }, { batch: "t", metadata: { signed: "ann" } });
// @ts-expect-error: the amount is typed as text here
Budget.answer(approvals, "b1", { amount: 7 });
// @ts-expect-error: the amount is missing
Budget.answer(approvals, "b1", { note: "x" });

// What the agent reads is its output.
const answer: Answer<{ amount: number; note?: string | undefined }> | undefined = context.resumeFor(Budget);
if (answer?.status === "resolved") {
  const amount: number = answer.payload.amount;
  void amount;
  // @ts-expect-error: there is no such member
  void answer.payload.currency;
}
// @ts-expect-error: what was declined has no payload to rely on
void answer?.payload.amount;

Budget.interrupt({ message: "How much?", metadata: { currency: "EUR" } });
// @ts-expect-error: no such currency
Budget.interrupt({ metadata: { currency: "GBP" } });

const currency: "EUR" | "USD" | undefined = Budget.metadataOf({ id: "b1", reason: "budget" })?.currency;
void currency;

// @ts-expect-error: a question has a reason
defineInterrupt({ response: z.string() });
