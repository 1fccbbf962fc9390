/** A desk with everything that can be pending, as a server draws it and as a page takes it over. */
import type { AgentClient, Interrupt } from "@holdpoint/client";
import { AgentProvider, ApprovalPanel, useAgentRun } from "@holdpoint/react";
import { type ReactElement, StrictMode } from "react";
import { everyPart } from "../../support/every-part.tsx";

/** One with fields of each kind, one with a deadline that is far, one with a deadline that is over, one about a call. */
export const questions: readonly Interrupt[] = [
  {
    id: "trip",
    reason: "input_required",
    message: "Where to?",
    responseSchema: {
      type: "object",
      properties: {
        city: { type: "string", title: "City" },
        leaves: { type: "string", title: "Leaves", format: "date-time" },
        nights: { type: "integer", title: "Nights", minimum: 1, default: 2 },
        room: { title: "Room", enum: ["Single", "Double"] },
        zone: { title: "Time zone", enum: Intl.supportedValuesOf("timeZone").slice(0, 40) },
        insured: { type: "boolean", title: "Insured" },
        guests: {
          type: "array",
          title: "Guests",
          items: { type: "object", properties: { name: { type: "string", title: "Name" } } },
          default: [{ name: "Ann" }],
        },
        invoice: {
          type: "object",
          title: "Invoice",
          properties: { company: { type: "string", title: "Company" } },
        },
        rest: { title: "Anything else" },
      },
      required: ["city", "insured", "room"],
    },
  },
  { id: "far", reason: "confirmation", message: "Sure?", expiresAt: "2100-01-01T00:00:00Z" },
  { id: "over", reason: "confirmation", message: "In time?", expiresAt: "2020-01-01T12:00:00Z" },
  {
    id: "call",
    reason: "tool_call",
    message: "Send it?",
    toolCallId: "mail",
    responseSchema: {
      type: "object",
      properties: { approved: { type: "boolean" }, editedArgs: { type: "object" } },
      required: ["approved"],
    },
  },
];

function Desk(): ReactElement {
  const run = useAgentRun({ threadId: "desk" });
  return <main>{everyPart(run, <ApprovalPanel run={run} />)}</main>;
}

export const drawnDesk = (client: AgentClient): ReactElement => (
  <StrictMode>
    <AgentProvider client={client}>
      <Desk />
    </AgentProvider>
  </StrictMode>
);
