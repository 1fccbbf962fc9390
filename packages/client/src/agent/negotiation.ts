/** True if a body of this `content-type` may be read as JSON; a missing header is trusted to be. */
export function isJsonContentType(header: string | null): boolean {
  const type = mediaType(header ?? "");
  return type === "" || type === "application/json" || type === "text/json" || type.endsWith("+json");
}

/** True if this `accept` header allows `text/event-stream`; the most specific range that matches decides. */
export function acceptsEventStream(header: string | null): boolean {
  if (header === null || header.trim() === "") return true;
  const weights = new Map(header.split(",").map((range) => [mediaType(range), weightOf(range)]));
  const weight = weights.get("text/event-stream") ?? weights.get("text/*") ?? weights.get("*/*") ?? 0;
  return weight > 0;
}

function mediaType(text: string): string {
  const [type = ""] = text.split(";");
  return type.trim().toLowerCase();
}

function weightOf(range: string): number {
  const weight = /;\s*q\s*=\s*([\d.]+)/i.exec(range)?.[1];
  return weight === undefined ? 1 : Number(weight);
}
