/** The body did not fit; nothing after the limit was read. */
export const TOO_LARGE: unique symbol = Symbol("too large");

/**
 * Reads a request's body as UTF-8 text, counting bytes as they come. Throws a `TypeError`
 * for bytes that are not UTF-8, and whatever a body that breaks off throws.
 */
export async function readBody(request: Request, limit: number): Promise<string | typeof TOO_LARGE> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limit) return TOO_LARGE;
  if (request.body === null) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = request.body.getReader();
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > limit) {
      // Not awaited: the refusal need not wait for a sender that is still busy.
      reader.cancel().catch(() => undefined);
      return TOO_LARGE;
    }
    text += decoder.decode(value, { stream: true });
  }
}
