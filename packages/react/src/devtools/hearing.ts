import { type AgentClientOptions, isTransportError, type Transport, type Warning } from "@holdpoint/client";
import type { StreamEnd } from "./entries.ts";
import type { Inspection } from "./inspection.ts";
import type { Journal, RunJournal } from "./journal.ts";

/** What a client's options become where all that it sends and is warned of is heard. */
export function createHearing(
  inspection: Pick<Inspection, "journal" | "warned">,
  { transport, onWarning }: AgentClientOptions,
): Required<Pick<AgentClientOptions, "transport" | "onWarning">> {
  /** The thread whose stream is at work. */
  let at: { readonly threadId: string; readonly journal: Journal } | undefined;
  const seen = new Set<string>();

  /** As the client does where it is given no receiver: each kind once a run. */
  function toConsole({ code, message }: Warning): void {
    if (!seen.has(code)) console.warn(`[holdpoint] ${message}`);
    seen.add(code);
  }

  const heard: Transport = (input, around) => {
    const { threadId } = input;
    const journal = inspection.journal(threadId);
    const run = journal.request(input);
    seen.clear();
    const { warn } = around;

    /** Whatever is heard until the returned function is called is of this thread. */
    function begin(raw: unknown): () => void {
      at = { threadId, journal };
      const close = run.open(raw);
      return () => {
        close();
        at = undefined;
      };
    }

    return carry(
      transport(input, {
        ...around,
        ...(warn && {
          warn(warning) {
            at = { threadId, journal };
            warn(warning);
            at = undefined;
          },
        }),
      }),
      run,
      around.signal,
      begin,
    );
  };

  return {
    transport: heard,
    onWarning(warning) {
      inspection.warned(warning, at ? { threadId: at.threadId, ...at.journal.warned(warning) } : {});
      (onWarning ?? toConsole)(warning);
    },
  };
}

/** Passes the batches on as they are, and notes what comes and how it ends. */
async function* carry(
  batches: AsyncIterable<readonly unknown[]>,
  run: RunJournal,
  signal: AbortSignal,
  begin: (raw: unknown) => () => void,
): AsyncGenerator<readonly unknown[]> {
  // Whoever leaves early has stopped.
  let end: StreamEnd = { end: "stopped" };
  try {
    for await (const batch of batches) yield telling(batch, begin);
    if (!signal.aborted) end = { end: "closed" };
  } catch (error) {
    const { message = String(error) } = Object(error);
    const status = isTransportError(error) ? error.status : undefined;
    end = { end: "failed", message, ...(status !== undefined && { status }) };
    throw error;
  } finally {
    run.end(end);
  }
}

/** The same batch, that tells when its reader comes to each of its objects and when it has done with it. */
function telling(batch: readonly unknown[], begin: (raw: unknown) => () => void): readonly unknown[] {
  return Object.assign([...batch], {
    *[Symbol.iterator]() {
      for (const object of batch) {
        const close = begin(object);
        try {
          yield object;
        } finally {
          close();
        }
      }
    },
  });
}
