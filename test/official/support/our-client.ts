import { createAgentClient, httpTransport, type Message, type ThreadMessage } from "@holdpoint/client";
import { type Outcome, type Recording, responseOf } from "./official-client.ts";

const isMessage = (value: object): value is Message => "role" in value;

/** The message as the wire has it: what our thread knows beyond that is left out. */
function toWire({ phase: _phase, origin: _origin, runId: _runId, ...wire }: ThreadMessage): Message {
  return wire;
}

/** A run of the official client is accepted also where the agent says that it failed. */
const ACCEPTED = ["success", "interrupted", "cancelled", "failed"];

export async function readOurs(recording: Recording): Promise<Outcome> {
  const client = createAgentClient({
    transport: httpTransport({ url: "http://agent.test/", fetch: async () => responseOf(recording.body) }),
    onWarning: () => {},
  });
  const thread = client.thread(recording.threadId, { messages: recording.messages.filter(isMessage) });
  const end = await thread.run({ runId: recording.runId });
  return {
    accepted: ACCEPTED.includes(end.status),
    reason: end.error?.message ?? "",
    messages: thread.get().messages.map(toWire),
    state: thread.state.get(),
  };
}
