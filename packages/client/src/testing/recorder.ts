import { isTransportError } from "../errors.ts";
import type { Transport } from "../transport/transport.ts";
import { toLine } from "./recording.ts";

export interface RecorderOptions {
  /** Milliseconds from any start, for the times of the recording; the device's clock unless given. */
  clock?: () => number;
  /** Hears each line as it is written, without its line end, such as to append it to a file. */
  onLine?: (line: string) => void;
}

/** Records what a transport carries. */
export interface Recorder {
  /** The transport, recorded; what it carries is not changed. */
  readonly transport: Transport;
  /** What was recorded so far, as JSON Lines: for a file, for `readRecording`. Holds whatever the app has sent. */
  text(): string;
}

/** Records the inputs of a transport, and the events that come for them with their times. */
export function createRecorder(recorded: Transport, options: RecorderOptions = {}): Recorder {
  const { clock = Date.now, onLine } = options;
  const lines: string[] = [];
  let runs = 0;
  let began: number | undefined;

  function write(run: number, fact: Parameters<typeof toLine>[2]): void {
    const now = clock();
    began ??= now;
    const line = toLine(run, now - began, fact);
    lines.push(line);
    onLine?.(line);
  }

  const transport: Transport = async function* (input, around) {
    const run = ++runs;
    let hasEnded = false;
    write(run, { input });
    try {
      for await (const batch of recorded(input, around)) {
        for (const event of batch) write(run, { event });
        yield batch;
      }
      hasEnded = true;
      write(run, { end: around.signal.aborted ? "stopped" : "closed" });
    } catch (error) {
      hasEnded = true;
      const { message = String(error) } = Object(error);
      const { status } = isTransportError(error) ? error : Object(undefined);
      write(run, { end: "failed", message, status });
      throw error;
    } finally {
      // The client has left.
      if (!hasEnded) write(run, { end: "stopped" });
    }
  };

  return { transport, text: () => lines.map((line) => `${line}\n`).join("") };
}
