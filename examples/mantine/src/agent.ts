import type { Interrupt } from "@holdpoint/client";
import { defineAgent, interrupt, success } from "@holdpoint/client/agent";

/** What a booking takes: a field of each kind that forms have. */
const BOOKING = {
  type: "object",
  properties: {
    title: { type: "string", title: "Title", minLength: 3, maxLength: 60 },
    room: { title: "Room", enum: ["Garden", "Attic", "Cellar"] },
    seats: { type: "integer", title: "Seats", minimum: 1, maximum: 40, description: "The attic has 12." },
    catering: { type: "boolean", title: "Catering" },
    quiet: { type: "boolean", title: "Keep the floor quiet" },
    equipment: {
      type: "array",
      title: "Equipment",
      uniqueItems: true,
      items: { enum: ["Screen", "Microphone", "Whiteboard"] },
    },
    contact: {
      type: "object",
      title: "Contact",
      properties: {
        name: { type: "string", title: "Name", minLength: 1 },
        mail: { type: "string", title: "Mail", format: "email" },
      },
      required: ["name"],
    },
    guests: {
      type: "array",
      title: "Guests",
      minItems: 1,
      items: {
        type: "object",
        title: "Guest",
        properties: {
          name: { type: "string", title: "Guest name", minLength: 1 },
          vegetarian: { type: "boolean", title: "Vegetarian" },
        },
        required: ["name"],
      },
    },
    payment: {
      title: "Payment",
      oneOf: [
        {
          type: "object",
          title: "By invoice",
          properties: { company: { type: "string", title: "Company" } },
          required: ["company"],
        },
        {
          type: "object",
          title: "By card",
          properties: { owner: { type: "string", title: "Owner of the card" } },
          required: ["owner"],
        },
      ],
    },
    notes: { title: "Anything else" },
  },
  required: ["title", "room", "seats", "catering", "contact", "guests"],
};

/** Books a room, and stops to ask for what it does not know and for leave to cancel another booking. */
export const bookingAgent = defineAgent(async (ctx) => {
  if (ctx.isResume) {
    const declined = ctx.resume.filter(({ status }) => status === "cancelled").length;
    ctx.say(declined === 0 ? "Booked." : `Done, but for the ${declined} that you declined.`);
    return success();
  }
  ctx.say("The garden room is taken on Friday, but that booking can be moved.");
  const move = ctx.toolCall("move_booking");
  move.args({ booking: 1207, from: "Friday", to: "Monday" });
  move.end();
  const questions: Interrupt[] = [
    { id: "move", reason: "tool_approval", message: "Move booking 1207 to Monday?", toolCallId: move.id },
    { id: "booking", reason: "input_required", message: "What is to be booked?", responseSchema: BOOKING },
  ];
  return interrupt(questions);
});
