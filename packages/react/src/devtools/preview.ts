import {
  type AgentClient,
  type ApprovalItem,
  createAgentClient,
  type RunAgentInput,
  type Thread,
  type ThreadRecord,
  type Tool,
} from "@holdpoint/client";
import type { Made } from "./inspection.ts";

/** The next request of a thread, as far as it is known before. */
export interface Preview {
  readonly input: RunAgentInput;
  /** The questions that it has no answer to yet: while there are any, it may not go out. */
  readonly open: readonly string[];
}

/** Stands for the id that is made when the run is sent. */
export const RUN_ID = "(made when sent)";

/**
 * What a thread would send, were it run or were its answers submitted now: made by a client of its own from
 * the thread's record, so that it is what the same code makes of it, and the thread is left alone. What only
 * comes with the call, such as a new message or the options of one run, and results of tools that have yet
 * to run, are not in it. Undefined where nothing can be sent.
 */
export function previewRequest(
  thread: Thread,
  { options, seeds, changes }: Made,
  now: () => number,
): Preview | undefined {
  const record = thread.export();
  const items = record.batch?.items ?? [];
  const answered = items.filter((item) => isSettled(item, now()));
  const open = items.filter((item) => !answered.includes(item)).map(({ id }) => id);
  const sending = answered.filter(({ kind }) => kind === "interrupt");
  const { peerProtocolVersion } = options;
  const seed = seeds.get(thread.threadId) ?? {};
  let input: RunAgentInput | undefined;

  const scratch: AgentClient = createAgentClient({
    transport(outgoing) {
      input = outgoing;
      return nothing();
    },
    tools: options.tools ?? [],
    ...(peerProtocolVersion !== undefined && { peerProtocolVersion }),
    environment: { clock: now },
    onWarning() {},
  });
  const { messages: _, state: __, ...offered } = seed;
  const copy = scratch.thread(thread.threadId, offered);
  for (const change of changes.get(thread.threadId) ?? []) copy.prepare(change);
  // Only what they are to the agent: here nobody calls them.
  copy.prepare((offer) => ({ ...offer, tools: offer.tools.map(toPlain) }));
  copy.hydrate(toSend(record, sending));
  const ending = sending.length > 0 ? copy.approvals.submit({ runId: RUN_ID }) : copy.run({ runId: RUN_ID });
  // Refused for what the conversation holds; the thread's own run will say so.
  ending.catch(() => {});
  scratch.dispose();
  return input && { input, open };
}

/** A tool as an agent hears of it. */
function toPlain({ name, description, parameters, metadata }: Tool): Tool {
  return {
    name,
    description,
    ...(parameters !== undefined && { parameters }),
    ...(metadata && { metadata }),
  };
}

/** Whether an item goes out as it is. */
const isSettled = ({ status, expiresAt }: ApprovalItem, now: number): boolean =>
  status === "declined" || (status === "answered" && (expiresAt === null || expiresAt > now));

/** The record with these answers alone, in a batch that may be submitted; calls of tools are nobody's here. */
function toSend(record: ThreadRecord, sending: readonly ApprovalItem[]): ThreadRecord {
  const { batch, calls: _, begun: __, ...rest } = record;
  if (!batch || sending.length === 0) return rest;
  return { ...rest, batch: { ...batch, phase: "open", error: null, items: sending } };
}

async function* nothing(): AsyncGenerator<readonly unknown[]> {}
