import type { NodeRequest } from "./node-types.ts";

/** The request as the Fetch API has it. Throws a `TypeError` for a method or a header that it does not admit. */
export function toFetchRequest(request: NodeRequest, signal: AbortSignal): Request {
  const method = request.method ?? "GET";
  const init = {
    method,
    headers: toHeaders(request.headers),
    signal,
    ...(method !== "GET" && method !== "HEAD" && { body: toBody(request), duplex: "half" }),
  };
  // The host is the client's word and decides nothing here, so it is not taken over.
  return new Request(`http://localhost${pathOf(request.url)}`, init);
}

/** Whoever takes it for a proxy sends a whole URL, which a server must accept. Source: RFC 9112, section 3.2.2. */
function pathOf(target = "/"): string {
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
}

function toHeaders(fields: NodeRequest["headers"]): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || name.startsWith(":")) continue;
    for (const one of typeof value === "string" ? [value] : value) headers.append(name, one);
  }
  return headers;
}

function toBody(request: NodeRequest): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let chunks: AsyncIterator<unknown> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        chunks ??= request[Symbol.asyncIterator]();
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else if (value instanceof Uint8Array) controller.enqueue(value);
        else controller.enqueue(encoder.encode(String(value)));
      },
      cancel() {
        if (chunks !== undefined) void discard(chunks);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Left unread, the rest would block a client that sends everything before it reads its refusal. */
async function discard(chunks: AsyncIterator<unknown>): Promise<void> {
  try {
    while (!(await chunks.next()).done);
  } catch {
    // The client left while its rest was thrown away.
  }
}
