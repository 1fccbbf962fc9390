import type { AgentEvent, Interrupt } from "@holdpoint/client";
import { defineAgent, interrupt, type RunContext, success } from "@holdpoint/client/agent";
import { APPROVE_MAIL } from "../agents/approve-mail.ts";

type Desk = Pick<RunContext<unknown>, "emit" | "runId" | "say" | "toolCall">;

const FIVE_MINUTES = 300_000;

const MAIL = {
  to: "team@example.com",
  subject: "Customers without an order",
  body: "Hello,\n\n214 customers have ordered nothing since 2021.\nThey are removed tonight.\n\nThe desk",
};

/** Tidies up customers: reasons, hands a part to a subagent, and stops to ask before anything is done. */
export const deskAgent = defineAgent(async (ctx) => {
  if (ctx.isResume) {
    const declined = ctx.resume.filter(({ status }) => status === "cancelled").length;
    ctx.say(declined === 0 ? "Done as you said." : `Done, but for the ${declined} that you declined.`);
    return success();
  }
  const text = ctx.lastUserText ?? "";
  if (/^fail/i.test(text)) throw new Error("The customer database is being backed up.");
  if (/^refund/i.test(text)) return interrupt([askRefund(ctx)]);
  if (!/^tidy/i.test(text)) {
    ctx.say(`You said: ${text}`);
    return success();
  }
  reason(ctx);
  count(ctx);
  ctx.say("214 customers have ordered nothing since 2021. Two steps need a human.");
  return interrupt(askAll(ctx));
});

function reason(ctx: Desk): void {
  const messageId = `${ctx.runId}-why`;
  const events: AgentEvent[] = [
    { type: "REASONING_START", messageId },
    { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
    { type: "REASONING_MESSAGE_CONTENT", messageId, delta: "Orders are in another table.\nJoin them first." },
    { type: "REASONING_MESSAGE_END", messageId },
    { type: "REASONING_END", messageId },
  ];
  for (const event of events) ctx.emit(event);
}

/** What a subagent does. */
function count(ctx: Desk): void {
  const subagentRunId = `${ctx.runId}-counter`;
  const messageId = `${subagentRunId}-said`;
  const events: AgentEvent[] = [
    {
      type: "SUBAGENT_STARTED",
      subagentRunId,
      name: "Counter",
      description: "Counts customers by last order",
    },
    { type: "TEXT_MESSAGE_START", messageId, role: "assistant", subagentRunId },
    { type: "TEXT_MESSAGE_CONTENT", messageId, delta: "Counted 9,811 customers; 214 match.", subagentRunId },
    { type: "TEXT_MESSAGE_END", messageId, subagentRunId },
    { type: "SUBAGENT_FINISHED", subagentRunId },
  ];
  for (const event of events) ctx.emit(event);
}

function askAll(ctx: Desk): Interrupt[] {
  const remove = ctx.toolCall("delete_customers");
  remove.args({ where: { last_order: { before: "2022-01-01" }, country: ["DE", "NL"] }, limit: 214 });
  remove.end();
  const mail = ctx.toolCall("send_mail");
  mail.args(MAIL);
  mail.end();
  return [
    {
      id: "remove",
      reason: "tool_approval",
      message: "Delete 214 customers?",
      toolCallId: remove.id,
      expiresAt: new Date(Date.now() + FIVE_MINUTES).toISOString(),
    },
    {
      id: "mail",
      reason: "tool_call",
      message: "Send this mail, as it is or changed?",
      toolCallId: mail.id,
      responseSchema: APPROVE_MAIL,
    },
    { id: "backup", reason: "confirmation", message: "Make a backup first?" },
  ];
}

function askRefund(ctx: Desk): Interrupt {
  ctx.say("The parcel was lost, so the order can be refunded.");
  return {
    id: "refund",
    reason: "input_required",
    message: "How much is to be refunded?",
    responseSchema: {
      type: "object",
      properties: { amount: { type: "number", title: "Amount (EUR)", minimum: 1, maximum: 500 } },
      required: ["amount"],
    },
  };
}
