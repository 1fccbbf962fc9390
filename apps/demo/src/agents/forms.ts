import type { Interrupt } from "@holdpoint/client";
import { defineAgent, interrupt, success } from "@holdpoint/client/agent";
import { APPROVE_MAIL } from "./approve-mail.ts";
import { speak } from "./speak.ts";

const guest = {
  type: "object",
  title: "Traveller",
  properties: {
    name: { type: "string", title: "Name", minLength: 1 },
    child: { type: "boolean", title: "Travels as a child" },
  },
  required: ["name"],
};

const byTrain = {
  type: "object",
  title: "Train",
  properties: {
    by: { const: "train" },
    class: { type: "string", title: "Class", enum: ["First", "Second"], default: "Second" },
  },
  required: ["by"],
};

const byCar = {
  type: "object",
  title: "Rented car",
  properties: {
    by: { const: "car" },
    doors: { type: "integer", title: "Doors", minimum: 2, maximum: 5 },
    licence: {
      type: "string",
      title: "Licence number",
      description: "Capitals, digits and dashes, such as AB-1234",
      pattern: "^[A-Z0-9-]{4,}$",
    },
  },
  required: ["by", "licence"],
};

const BOOK_TRIP = {
  type: "object",
  properties: {
    leaves: { type: "string", title: "Leaves", format: "date-time" },
    zone: { title: "Time zone of the hotel", enum: Intl.supportedValuesOf("timeZone") },
    travellers: { type: "array", title: "Travellers", items: guest, minItems: 1, maxItems: 4 },
    transport: { title: "How to get there", oneOf: [byTrain, byCar] },
    meals: {
      type: "array",
      title: "Meals",
      uniqueItems: true,
      items: { enum: ["Breakfast", "Lunch", "Dinner"] },
    },
    budget: {
      title: "Budget",
      description: "An amount, or words such as: no limit",
      anyOf: [{ type: "number", minimum: 0 }, { type: "string" }],
    },
    labels: { type: "object", title: "Labels", additionalProperties: { type: "string" } },
    invoice: { type: "boolean", title: "Send an invoice" },
  },
  required: ["leaves", "travellers", "transport"],
  dependentSchemas: { invoice: { $ref: "#/$defs/invoiced" } },
  $defs: {
    invoiced: JSON.parse(
      `{ "if": { "properties": { "invoice": { "const": true } } },
         "then": { "properties": { "company": { "type": "string", "title": "Company" } }, "required": ["company"] } }`,
    ),
  },
};

const MAIL = { to: "ann@example.com", subject: "The offsite", body: "See you in Utrecht." };

/** Asks with a form for any schema that it is given, and repeats the answer. */
export const formsAgent = defineAgent(async (ctx) => {
  const answer = ctx.resume[0];
  if (answer) {
    speak(
      ctx,
      answer.status === "cancelled" ? "You declined." : `You answered ${JSON.stringify(answer.payload)}`,
    );
    return success();
  }
  const asked = ctx.lastUserText ?? "";
  if (asked === "Send the mail") {
    const call = ctx.toolCall("send_mail");
    call.args(MAIL);
    call.end();
    return ask({
      message: "Send this mail, as it is or changed?",
      toolCallId: call.id,
      responseSchema: APPROVE_MAIL,
    });
  }
  if (asked === "Book a trip")
    return ask({ message: "When do you travel, and how?", responseSchema: BOOK_TRIP });
  const schema = toSchema(asked);
  if (schema === undefined) {
    speak(ctx, 'That is no JSON Schema. Try {"type":"object","properties":{"age":{"type":"integer"}}}');
    return success();
  }
  return ask({ message: "What is your answer?", responseSchema: schema });
});

function ask(question: Omit<Interrupt, "id" | "reason">): ReturnType<typeof interrupt> {
  const reason = question.toolCallId === undefined ? "input_required" : "tool_call";
  return interrupt([{ id: "form", reason, ...question }]);
}

/** The schema that somebody wrote, where it is a JSON object. */
function toSchema(text: string): Record<string, unknown> | undefined {
  try {
    const schema: unknown = JSON.parse(text);
    return typeof schema === "object" && schema !== null
      ? Object.fromEntries(Object.entries(schema))
      : undefined;
  } catch {
    return undefined;
  }
}
