import type { WireEvent } from "./field-case.ts";

/** A body as the network delivers it. */
export type Chunks = readonly Uint8Array[];

const encoder = new TextEncoder();

export const toBytes = (text: string): Uint8Array => encoder.encode(text);

/** Chunks that a case gives as base64, cut where the network cut them. */
export const fromBase64 = (chunks: readonly string[]): Chunks =>
  chunks.map((chunk) => Uint8Array.from(Buffer.from(chunk, "base64")));

/** The events as a server sends them. */
export const toSse = (events: readonly WireEvent[]): Uint8Array =>
  toBytes(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));

export function join(chunks: Chunks): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** The same bytes cut in every way in which a verdict must not differ. */
export function chunkings(body: Uint8Array): readonly { readonly name: string; readonly chunks: Chunks }[] {
  return [
    { name: "whole", chunks: body.length === 0 ? [] : [body] },
    { name: "per event", chunks: perEvent(body) },
    { name: "byte by byte", chunks: Array.from(body, (byte) => Uint8Array.of(byte)) },
  ];
}

/** Cut after each blank line, whatever its line ends. */
function perEvent(body: Uint8Array): Chunks {
  // One character a byte, so that an index in the text is one in the bytes.
  const text = Buffer.from(body).toString("latin1");
  const ends = [...text.matchAll(/(?:\r\n|\r|\n){2}/g)].map(({ index, 0: blank }) => index + blank.length);
  const cuts = [0, ...ends, body.length];
  return cuts
    .slice(1)
    .map((end, index) => body.subarray(cuts[index], end))
    .filter((chunk) => chunk.length > 0);
}
