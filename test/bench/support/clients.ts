import { HttpAgent } from "@ag-ui/client";
import { createAgentClient, httpTransport, type Message } from "@holdpoint/client";
import { RUN, serving, THREAD } from "../../perf/support/streams.ts";

/** Reads one run of bytes to its end; gives the milliseconds it took, the request with its history included. */
export type Read = (chunks: readonly Uint8Array[], messages: readonly Message[]) => Promise<number>;

const url = "http://agent.test/";

/** Our client, with a reader that looks at the whole thread at each publish. */
export const ours: Read = async (chunks, messages) => {
  const client = createAgentClient({
    transport: httpTransport({ url, fetch: serving(chunks) }),
    onWarning: ({ message }) => {
      throw new Error(message);
    },
  });
  const thread = client.thread(THREAD, { messages });
  thread.subscribe(() => thread.get());
  const start = performance.now();
  const end = await thread.run({ runId: RUN });
  const took = performance.now() - start;
  if (end.status !== "success") throw new Error(`ended ${end.status}: ${end.error?.message}`);
  return took;
};

/** The official client, with a subscriber that hears of every change and gets the messages with it. */
export const official: Read = async (chunks, messages) => {
  const agent = new HttpAgent({
    url,
    threadId: THREAD,
    initialMessages: structuredClone([...messages]),
    fetch: (target, init) => serving(chunks)(target, init),
  });
  const start = performance.now();
  await agent.runAgent({ runId: RUN }, { onMessagesChanged: () => {} });
  const took = performance.now() - start;
  return took;
};

/** The best of some rounds: what is slow about the machine is not slow about the client. */
export async function best(
  read: Read,
  chunks: readonly Uint8Array[],
  messages: readonly Message[],
  rounds: number,
) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) least = Math.min(least, await read(chunks, messages));
  return least;
}
