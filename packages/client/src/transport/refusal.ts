import { TransportError } from "../errors.ts";
import { chunksOf } from "../stream/wait-for.ts";

const EXCERPT_CHARACTERS = 2048;
/** An answer that is no event stream may never end; its excerpt is not waited for longer. */
const EXCERPT_WAIT_MS = 1000;

/** The error for a response that is no event stream: what came instead, and what to look at. */
export const toRefusal = async (response: Response): Promise<TransportError> => {
  const { ok, status, body, headers, redirected, url } = response;
  const contentType = headers.get("content-type") ?? undefined;
  const from = redirected ? url : "The server";
  const unlike = ok
    ? ` and ${body ? (contentType ?? "no type") : "nothing"}, not an event stream: check the url`
    : "";
  // No wait, or one given as a date, is not told.
  const retryAfter = Number(headers.get("retry-after")) * 1000 || undefined;
  const excerpt = await excerptOf(body);
  return new TransportError(`${from} answered with status ${status}${unlike}.`, {
    status,
    contentType,
    retryAfter,
    excerpt,
  });
};

/** The first chunk that comes in time; a body that goes on is cancelled. */
const excerptOf = async (body: ReadableStream<Uint8Array> | null): Promise<string | undefined> => {
  try {
    for await (const chunk of body ? chunksOf(body, undefined, EXCERPT_WAIT_MS) : []) {
      return chunk && new TextDecoder().decode(chunk).slice(0, EXCERPT_CHARACTERS);
    }
  } catch {
    // The error to tell of is the answer itself, whatever comes of its body.
  }
  return undefined;
};
