import { HttpAgent, type Message } from "@ag-ui/client";

/** What a client made of a stream: whether it took it, and what it holds then. */
export interface Outcome {
  readonly accepted: boolean;
  readonly reason: string;
  readonly messages: readonly object[];
  readonly state: unknown;
}

export interface Recording {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: readonly object[];
  readonly body: Uint8Array;
}

export const responseOf = (body: Uint8Array): Response =>
  new Response(new Uint8Array(body), { headers: { "content-type": "text/event-stream" } });

const isMessage = (value: object): value is Message => "role" in value;

/** Reads a recording with the official client; what it says on the console is not of interest. */
export async function readOfficially(recording: Recording): Promise<Outcome> {
  const agent = new HttpAgent({
    url: "http://agent.test/",
    threadId: recording.threadId,
    initialMessages: structuredClone(recording.messages.filter(isMessage)),
    fetch: async () => responseOf(recording.body),
  });
  const held = () => ({ messages: agent.messages, state: agent.state });
  try {
    await agent.runAgent({ runId: recording.runId });
    return { accepted: true, reason: "", ...held() };
  } catch (error) {
    return { accepted: false, reason: error instanceof Error ? error.message : String(error), ...held() };
  }
}
