import type { EventFormat } from "../transport/event-format.ts";

const encoder = new TextEncoder();

/** Server-sent events: one `data:` frame an event, and a comment where there is none. Source: AG-UI 1.1, basic/transports/http-sse. */
export const eventStreamFormat: EventFormat = {
  mediaType: "text/event-stream",
  encode: (event) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`),
  comment: encoder.encode(":\n\n"),
};
