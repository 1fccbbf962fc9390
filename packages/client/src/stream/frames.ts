import { ProtocolError } from "../errors.ts";

/** The objects that were completed, and what was wrong after them. */
export interface Completed {
  readonly batch: unknown[];
  readonly failure: ProtocolError | undefined;
}

/** Reads the lines of one stream of server-sent events. */
export interface Frames {
  /** Takes text in which every line ends with LF; it may break off anywhere. */
  feed(text: string): Completed;
  /** Completes the last frame, if it only lacks its blank line. */
  close(clean: boolean): Completed;
}

/**
 * Creates a reader of frames whose data are JSON; `limit` is the longest, in bytes of its data.
 * A line is put together once, when it is complete, so that a frame that comes in many pieces
 * costs no more than its length. Source: HTML, server-sent events, "interpreting an event stream".
 */
export function createFrames(limit: number): Frames {
  let batch: unknown[] = [];
  let failure: ProtocolError | undefined;
  let closing = false;
  let pieces: string[] = [];
  let data: string[] = [];
  /** Characters of the frame so far, which are never more than its bytes. */
  let size = 0;

  function fail(rule: string, message: string, cause?: unknown): void {
    failure ??= new ProtocolError(message, { rule, cause });
  }

  function checkSize(length: number): boolean {
    if (length <= limit) return true;
    fail(
      "frame-too-large",
      `A frame of the stream is larger than ${limit} bytes: raise maxFrameBytes to accept it.`,
    );
    return false;
  }

  function dispatch(): void {
    const text = data.join("\n");
    data = [];
    size = 0;
    if (text === "" || text === "[DONE]") return;
    if (text.length * 3 > limit && !checkSize(new TextEncoder().encode(text).length)) return;
    try {
      batch.push(JSON.parse(text));
    } catch (cause) {
      // A frame that broke off is no fault of its sender: the run is truncated, which its reader will see.
      if (closing) return;
      fail("not-json", `A frame of the stream is not JSON: ${JSON.stringify(text.slice(0, 200))}.`, cause);
    }
  }

  function takeLine(line: string): void {
    if (line === "") dispatch();
    else if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
    else if (line === "data") data.push("");
    // Anything else is a comment or a field that the binding has no use for.
    else size -= line.length;
  }

  function feed(text: string): Completed {
    batch = [];
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0 && failure === undefined; end = text.indexOf("\n", from)) {
      pieces.push(text.slice(from, end));
      const line = pieces.length === 1 ? (pieces[0] ?? "") : pieces.join("");
      pieces = [];
      size += end - from;
      from = end + 1;
      takeLine(line);
    }
    if (from < text.length) pieces.push(from === 0 ? text : text.slice(from));
    size += text.length - from;
    // The rest of a line, and a field's name and colon, are room beside the data.
    checkSize(size - 16);
    return { batch, failure };
  }

  return {
    feed,
    close(clean) {
      closing = true;
      return feed(clean ? "\n\n" : "");
    },
  };
}
