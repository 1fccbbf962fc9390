/** Reads bytes as lines of text: a leading byte order mark dropped, CR and CRLF as LF. */
export interface TextReader {
  read(chunk: Uint8Array): string;
  /** Whether the bytes ended between two characters. */
  end(): boolean;
}

/**
 * Creates a reader for one body. Characters, line ends and the byte order mark
 * may be split between chunks anywhere. A CR gives its LF at once, so that a
 * line is never held back until the next chunk shows whether an LF follows.
 * Bytes that are no UTF-8 become U+FFFD.
 * Source: HTML, server-sent events, "parsing an event stream".
 */
export function createTextReader(): TextReader {
  const decoder = new TextDecoder();
  let afterCr = false;
  return {
    read(chunk) {
      let text = decoder.decode(chunk, { stream: true });
      if (afterCr && text !== "") {
        if (text.startsWith("\n")) text = text.slice(1);
        afterCr = false;
      }
      if (!text.includes("\r")) return text;
      afterCr = text.endsWith("\r");
      return text.replace(/\r\n?/g, "\n");
    },
    end: () => decoder.decode() === "",
  };
}
