/** Reads bytes as lines of text: a leading byte order mark dropped, CR and CRLF as LF. */
export interface TextReader {
  /** The whole lines that a chunk completes, each with its LF; the rest is held back as bytes. */
  read(chunk: Uint8Array): string;
  /** The text of what is held back. */
  rest(): string;
  /** How many bytes are held back. */
  held(): number;
}

/**
 * Creates a reader for one body. Characters, line ends and the byte order mark
 * may be split between chunks anywhere. A CR ends its line at once, so that it
 * is never held back until the next chunk shows whether an LF follows. Bytes are
 * decoded once, when their line is complete, so that a line that comes in many
 * pieces costs no more than its length; those that are no UTF-8 become U+FFFD.
 * Source: HTML, server-sent events, "parsing an event stream".
 */
export function createTextReader(): TextReader {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let pieces: Uint8Array[] = [];
  let size = 0;
  let isFirst = true;
  let afterCr = false;

  function hold(bytes: Uint8Array): void {
    if (bytes.length > 0) pieces.push(bytes);
    size += bytes.length;
  }

  function take(): string {
    let bytes = pieces[0];
    if (bytes?.length !== size) {
      bytes = new Uint8Array(size);
      let at = 0;
      for (const piece of pieces) {
        bytes.set(piece, at);
        at += piece.length;
      }
    }
    pieces = [];
    size = 0;
    let text = decoder.decode(bytes);
    if (isFirst && text.startsWith("\uFEFF")) text = text.slice(1);
    if (afterCr && text.startsWith("\n")) text = text.slice(1);
    isFirst = false;
    afterCr = text.endsWith("\r");
    return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  }

  return {
    read(chunk) {
      // Mostly an LF is the last byte, and then there is no CR to look for.
      const lf = chunk.lastIndexOf(10) + 1;
      const end = lf + chunk.subarray(lf).lastIndexOf(13) + 1;
      hold(chunk.subarray(0, end));
      const lines = end === 0 ? "" : take();
      hold(chunk.subarray(end));
      return lines;
    },
    rest: take,
    held: () => size,
  };
}
