/** Reads bytes as lines of text: strict UTF-8, a leading byte order mark dropped, CR and CRLF as LF. */
export interface TextReader {
  /** The text of a chunk; `bad` when the bytes stop being UTF-8, after the text before that point. */
  read(chunk: Uint8Array): { text: string; bad: boolean };
  /** Whether the bytes ended between two characters. */
  end(): boolean;
}

/**
 * Creates a reader for one body. Characters, line ends and the byte order mark
 * may be split between chunks anywhere. A CR gives its LF at once, so that a
 * line is never held back until the next chunk shows whether an LF follows.
 * Source: the Encoding standard; HTML, server-sent events, "parsing an event stream".
 */
export function createTextReader(): TextReader {
  const decoder = strict();
  let tail: number[] = [];
  let afterCr = false;

  function toLines(text: string): string {
    let lines = text;
    if (afterCr && lines !== "") {
      if (lines.startsWith("\n")) lines = lines.slice(1);
      afterCr = false;
    }
    if (!lines.includes("\r")) return lines;
    afterCr = lines.endsWith("\r");
    return lines.replace(/\r\n?/g, "\n");
  }

  return {
    read(chunk) {
      try {
        const text = decoder.decode(chunk, { stream: true });
        tail = [...tail, ...chunk.subarray(-3)].slice(-3);
        return { text: toLines(text), bad: false };
      } catch {
        return { text: toLines(goodPart(tail, chunk)), bad: true };
      }
    },
    end() {
      try {
        return decoder.decode() === "";
      } catch {
        return false;
      }
    },
  };
}

const strict = (ignoreBOM = false): TextDecoder => new TextDecoder("utf-8", { fatal: true, ignoreBOM });

/** The characters that `chunk` completes before its bytes turn bad, given the last bytes before it. */
function goodPart(tail: readonly number[], chunk: Uint8Array): string {
  // A failed decoder says nothing of what it had read, so a fresh one starts at the character that was open.
  const lead = tail.findLastIndex((byte) => byte >= 0xc0);
  const length = tail.length - lead;
  const open = lead >= 0 && length < lengthOf(tail[lead] ?? 0) ? tail.slice(lead) : [];
  const decoder = strict(true);
  let text = "";
  try {
    for (const byte of [...open, ...chunk]) text += decoder.decode(Uint8Array.of(byte), { stream: true });
  } catch {
    // What was read so far is the answer.
  }
  return text;
}

/** How many bytes the character takes that starts with `lead`. */
const lengthOf = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);
