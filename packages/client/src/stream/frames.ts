import { frameTooLarge, parseFrame } from "./frame.ts";

/** The objects that were completed, and what was wrong after them. */
export interface Completed {
  readonly batch: unknown[];
  readonly failure: unknown;
}

/** Reads the lines of one stream of server-sent events. */
export interface Frames {
  /** Takes whole lines, each with its LF; `held` is how many bytes of the next one are there already. */
  feed(lines: string, held: number): Completed;
  /** Takes the last line, and completes the frame if it only lacks its blank line. */
  close(rest: string): Completed;
}

/**
 * Creates a reader of frames whose data are JSON; `limit` is the longest, in bytes of its data.
 * Source: HTML, server-sent events, "interpreting an event stream".
 */
export function createFrames(limit: number): Frames {
  let batch: unknown[] = [];
  let failure: unknown;
  let closing = false;
  let data: string | undefined;

  function dispatch(): void {
    const text = data;
    data = undefined;
    if (!text || text === "[DONE]") return;
    try {
      batch.push(parseFrame(text, limit));
    } catch (refused) {
      // A frame that broke off is no fault of its sender: the run is truncated, which its reader will see.
      if (!closing) failure = refused;
    }
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
    for (let end = text.indexOf("\n"); end >= 0 && !failure; end = text.indexOf("\n", from)) {
      takeLine(text.slice(from, end));
      from = end + 1;
    }
    // The name of the field and its colon are room beside the data.
    if ((data?.length ?? 0) + held - 6 > limit) failure ??= frameTooLarge(limit);
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
