import type { Timer } from "../lib/environment.ts";
import { LONGEST_TIMER_MS } from "../lib/environment.ts";
import { callAll } from "../lib/publisher.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { EventFormat } from "../transport/event-format.ts";
import type { AgentRun } from "./driver.ts";
import { toRunError } from "./terminal-event.ts";

/** How a run is written. */
export interface RunBodyOptions {
  format: EventFormat;
  /** Milliseconds of silence after which a comment is sent; none unless given. */
  keepAlive?: number | undefined;
  timer: Timer;
  onError?: ((error: unknown) => void) | undefined;
}

/**
 * A run as the body of a response. Reads the run only as fast as it is read itself, comments
 * included; cancelling it stops the agent. An event that the format cannot carry is not left out:
 * the run ends there with a `RUN_ERROR`, and the agent is stopped.
 */
export function toRunBody(
  run: AgentRun,
  { format, keepAlive, timer, onError }: RunBodyOptions,
): ReadableStream<Uint8Array> {
  const { comment } = format;
  let arriving: Promise<readonly AgentEvent[]> | undefined;
  let gone = false;

  /** The next events, or nothing after a silence. */
  async function next(): Promise<readonly AgentEvent[] | undefined> {
    arriving ??= run.take();
    const events = await (comment && isDuration(keepAlive) ? within(arriving, keepAlive, timer) : arriving);
    if (events !== undefined) arriving = undefined;
    return events;
  }

  function stop(): void {
    gone = true;
    run.stop();
  }

  return new ReadableStream(
    {
      async pull(controller) {
        const events = await next();
        if (gone) return;
        if (events === undefined) {
          // A copy: whoever reads may take its buffer away.
          if (comment) controller.enqueue(comment.slice());
        } else if (events.length === 0) controller.close();
        else {
          const { bytes, failure } = encodeAll(events, format);
          controller.enqueue(bytes);
          if (failure === undefined) return;
          stop();
          controller.close();
          if (onError) callAll([onError], failure.error);
        }
      },
      cancel: stop,
    },
    // Without a buffer of its own the stream asks for events only when somebody reads.
    { highWaterMark: 0 },
  );
}

/** Whether a timer can wait for it; 0 and less are no time. */
const isDuration = (ms: number | undefined): ms is number =>
  ms !== undefined && ms > 0 && ms <= LONGEST_TIMER_MS;

/** What is waited for, or undefined where it takes longer; the wait itself goes on. */
async function within<T>(work: Promise<T>, ms: number, timer: Timer): Promise<T | undefined> {
  let cancel = (): void => {};
  const silence = new Promise<undefined>((resolve) => {
    cancel = timer(() => resolve(undefined), ms);
  });
  return Promise.race([work, silence]).finally(() => cancel());
}

/** Events as far as they can be written; a run that cannot go on ends with the reason. */
function encodeAll(
  events: readonly AgentEvent[],
  format: EventFormat,
): { bytes: Uint8Array; failure?: { error: unknown } } {
  const parts: Uint8Array[] = [];
  for (const event of events) {
    try {
      parts.push(format.encode(event));
    } catch (error) {
      return { bytes: join([...parts, ...lastWords(error, format)]), failure: { error } };
    }
  }
  return { bytes: join(parts) };
}

/** Why a run ends here; nothing in a format that cannot even say that, and the run is then one that broke off. */
function lastWords(error: unknown, format: EventFormat): Uint8Array[] {
  try {
    return [format.encode(toRunError(error, "SERIALIZATION"))];
  } catch {
    return [];
  }
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
