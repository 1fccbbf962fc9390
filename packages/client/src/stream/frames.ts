import { ProtocolError } from "../errors.ts";
import { frameTooLarge } from "./frame-limit.ts";

/** The objects that were completed, and what was wrong after them. */
export interface Completed {
  readonly batch: unknown[];
  readonly failure: ProtocolError | undefined;
}

/** Reads the lines of one stream of server-sent events. */
export interface Frames {
  /** Takes whole lines, each with its LF; `held` is how many bytes of the next one are there already. */
  feed(lines: string, held: number): Completed;
  /** Takes the last line, and completes the frame if it only lacks its blank line. */
  close(rest: string): Completed;
}

/**
 * Creates a reader of frames whose data are JSON; `limit` is the longest, in bytes of its data,
 * and `isAscii` whether the text so far has as many bytes as characters.
 * Source: HTML, server-sent events, "interpreting an event stream".
 */
export function createFrames(limit: number, isAscii: () => boolean): Frames {
  let batch: unknown[] = [];
  let failure: ProtocolError | undefined;
  let closing = false;
  let data: string | undefined;

  function dispatch(): void {
    const text = data;
    data = undefined;
    if (!text || text === "[DONE]") return;
    // Counting bytes costs as much as reading them, so only where they can matter.
    const isNear = !isAscii() && text.length * 3 > limit;
    checkSize((isNear ? new TextEncoder().encode(text) : text).length);
    if (failure !== undefined) return;
    try {
      batch.push(JSON.parse(text));
    } catch (cause) {
      // A frame that broke off is no fault of its sender: the run is truncated, which its reader will see.
      if (closing) return;
      failure ??= new ProtocolError(`A frame is not JSON: ${JSON.stringify(text.slice(0, 200))}.`, {
        rule: "not-json",
        cause,
      });
    }
  }

  function checkSize(size: number): void {
    if (size > limit) failure ??= frameTooLarge(limit);
  }

  function takeLine(line: string): void {
    // Anything but data is a comment or a field that the binding has no use for.
    if (line === "") dispatch();
    else if (line === "data" || line.startsWith("data:")) {
      const value = line.slice(line[5] === " " ? 6 : 5);
      data = data === undefined ? value : `${data}\n${value}`;
    }
  }

  function feed(text: string, held: number): Completed {
    batch = [];
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0 && failure === undefined; end = text.indexOf("\n", from)) {
      takeLine(text.slice(from, end));
      from = end + 1;
    }
    // The name of the field and its colon are room beside the data.
    checkSize((data?.length ?? 0) + held - 6);
    return { batch, failure };
  }

  return {
    feed,
    close(rest) {
      closing = true;
      return feed(`${rest}\n\n`, 0);
    },
  };
}
