import { type AgentClient, createAgentClient, type Transport, TransportError } from "@holdpoint/client";
import { localTransport } from "@holdpoint/client/agent";
import { deskAgent } from "./desk-agent.ts";

/** What becomes of the connection to the agent: it holds, is never made, or breaks after the first event. */
export type Connection = "fine" | "refused" | "cut";

export const connections: readonly Connection[] = ["fine", "refused", "cut"];

/** The client of the page, and the connection in the hand of whoever looks at it. */
export function createDesk(): { readonly client: AgentClient; setConnection(next: Connection): void } {
  const agent = localTransport(deskAgent);
  let connection: Connection = "fine";
  const transport: Transport = async function* (input, options) {
    if (connection === "refused") throw new TransportError("The server could not be reached.");
    for await (const [first, ...others] of agent(input, options)) {
      if (connection === "cut") {
        yield [first];
        return;
      }
      yield [first, ...others];
    }
  };
  return {
    client: createAgentClient({ transport, actor: "Ann Berg" }),
    setConnection(next) {
      connection = next;
    },
  };
}
