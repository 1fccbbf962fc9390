import { TransportError } from "../errors.ts";

const EXCERPT_CHARACTERS = 2048;
/** An answer that is no event stream may never end; its excerpt is not waited for longer. */
const EXCERPT_WAIT_MS = 1000;

/** Whether a response is what an agent answers with: a 2xx whose body is an event stream. */
export function isEventStream(
  response: Response,
): response is Response & { readonly body: ReadableStream<Uint8Array> } {
  const type = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  return response.ok && !!response.body && type === "text/event-stream";
}

/** The error for a response that is no event stream: what came instead, and what to look at. */
export async function toRefusal(response: Response): Promise<TransportError> {
  const { status, headers } = response;
  const contentType = headers.get("content-type");
  const retryAfter = toMilliseconds(headers.get("retry-after"));
  const excerpt = await excerptOf(response.body);
  return new TransportError(sentence(response, contentType), {
    status,
    ...(contentType !== null && { contentType }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(excerpt !== "" && { excerpt }),
  });
}

function sentence({ ok, status, body, redirected, url }: Response, contentType: string | null): string {
  const from = redirected ? `${url}, where the request was redirected,` : "The server";
  if (!ok) return `${from} answered with status ${status}; error.excerpt holds what it said.`;
  const came = !body || status === 204 ? "nothing" : (contentType ?? "an untyped body");
  return `${from} answered with ${came} (status ${status}) instead of text/event-stream. Check that the url is the agent's.`;
}

/** The wait that `Retry-After` asks for, given as seconds or as a date. Source: RFC 9110, section 10.2.3. */
function toMilliseconds(retryAfter: string | null): number | undefined {
  const text = retryAfter?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

async function excerptOf(body: ReadableStream<Uint8Array> | null): Promise<string> {
  if (!body) return "";
  const reader = body.getReader();
  const stop = (): void => {
    reader.cancel().catch(() => {});
  };
  const timer = setTimeout(stop, EXCERPT_WAIT_MS);
  const decoder = new TextDecoder();
  let text = "";
  try {
    while (text.length < EXCERPT_CHARACTERS) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // The error to tell of is the answer itself; what came of it is the excerpt.
  }
  clearTimeout(timer);
  stop();
  return text.slice(0, EXCERPT_CHARACTERS);
}
