import { defineAgent, interrupt, success } from "@holdpoint/client/agent";
import { member } from "./json.ts";
import { speak } from "./speak.ts";

const APPROVE_BUDGET = {
  id: "approve-budget",
  reason: "input_required",
  message: "Approve a budget for the offsite?",
  responseSchema: {
    type: "object",
    properties: {
      amount: { type: "integer", title: "Budget (EUR)", minimum: 0, maximum: 20000 },
      comment: { type: "string", title: "Comment" },
    },
    required: ["amount"],
  },
};

const CONFIRM_DATE = {
  id: "confirm-date",
  reason: "input_required",
  message: "Which date suits?",
  responseSchema: {
    type: "object",
    properties: {
      date: { type: "string", format: "date", title: "Date" },
      place: { type: "string", title: "Place", enum: ["Lisbon", "Prague", "Utrecht"] },
    },
    required: ["date", "place"],
  },
};

/** Needs two answers at once: an answer counts only in the request that carries it. */
export const plannerAgent = defineAgent(async (ctx) => {
  const budget = ctx.resumeFor(APPROVE_BUDGET.id);
  const date = ctx.resumeFor(CONFIRM_DATE.id);

  if (!budget && !date) {
    speak(ctx, "An offsite needs a budget and a date before I book anything.");
    return interrupt([APPROVE_BUDGET, CONFIRM_DATE]);
  }
  if (!budget || !date) {
    speak(ctx, "One answer is still missing.");
    return interrupt([budget ? CONFIRM_DATE : APPROVE_BUDGET]);
  }
  if (budget.status === "cancelled" || date.status === "cancelled") {
    speak(ctx, "Nothing was booked.");
    return success();
  }
  const amount = member(budget.payload, "amount");
  const day = member(date.payload, "date");
  const place = member(date.payload, "place");
  if (typeof amount !== "number" || typeof day !== "string" || typeof place !== "string") {
    throw new Error("The budget, the date or the place cannot be read. Please answer again.");
  }
  speak(ctx, `Found rooms in ${place} on ${day} within ${amount} EUR.`);
  speak(ctx, "Booked.");
  return success();
});
