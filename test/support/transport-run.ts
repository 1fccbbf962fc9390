import {
  isTransportError,
  type RunAgentInput,
  type Transport,
  type TransportError,
  type TransportOptions,
} from "@holdpoint/client";

/** The smallest input of a run. */
export const input: RunAgentInput = { threadId: "t", runId: "r", messages: [], tools: [], context: [] };

/** What a thread gives a transport with each run. */
export function runOptions(signal: AbortSignal = new AbortController().signal): TransportOptions {
  return { signal, session: { get: () => undefined, set: () => {} }, fetch };
}

/** Everything that a transport yields for one run, and what it throws after that. */
export async function readBatches(
  transport: Transport,
  run: TransportOptions = runOptions(),
): Promise<{ batches: unknown[][]; error?: unknown }> {
  const batches: unknown[][] = [];
  try {
    for await (const batch of transport(input, run)) batches.push([...batch]);
  } catch (error) {
    return { batches, error };
  }
  return { batches };
}

/** The `TransportError` by which a run fails. */
export async function failureOf(transport: Transport): Promise<TransportError> {
  const { error } = await readBatches(transport);
  if (!isTransportError(error)) throw new Error(`no TransportError: ${String(error)}`);
  return error;
}
