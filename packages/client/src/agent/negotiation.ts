import type { EventFormat } from "../transport/event-format.ts";

/** True if a body of this `content-type` may be read as JSON. */
export function isJsonContentType(header: string): boolean {
  const type = mediaType(header);
  return type === "application/json" || type === "text/json" || type.endsWith("+json");
}

/**
 * The format that an `accept` header asks for, undefined where it excludes them all. The highest weight
 * wins, then what is named over what only a wildcard admits. Among those that are named alike the
 * usual format, the first, comes last: who names another one can read it. Source: RFC 9110, section 12.5.1.
 */
export function chooseFormat(
  header: string | null,
  [usual, ...others]: readonly [EventFormat, ...EventFormat[]],
): EventFormat | undefined {
  if (header === null || header.trim() === "") return usual;
  const weights = new Map(header.split(",").map((range) => [mediaType(range), weightOf(range)]));
  let best: { format: EventFormat; weight: number; named: boolean } | undefined;
  for (const format of [usual, ...others]) {
    const { weight, named } = match(format.mediaType, weights);
    if (weight === 0) continue;
    const beats =
      best === undefined ||
      weight > best.weight ||
      (weight === best.weight && named && (!best.named || best.format === usual));
    if (beats) best = { format, weight, named };
  }
  return best?.format;
}

/** The most specific range that matches decides. */
function match(type: string, weights: ReadonlyMap<string, number>): { weight: number; named: boolean } {
  const own = weights.get(type);
  if (own !== undefined) return { weight: own, named: true };
  const [family] = type.split("/");
  return { weight: weights.get(`${family}/*`) ?? weights.get("*/*") ?? 0, named: false };
}

function mediaType(text: string): string {
  const [type = ""] = text.split(";");
  return type.trim().toLowerCase();
}

function weightOf(range: string): number {
  const weight = /;\s*q\s*=\s*([\d.]+)/i.exec(range)?.[1];
  // What is no number asks for nothing.
  return weight === undefined ? 1 : Number(weight) || 0;
}
