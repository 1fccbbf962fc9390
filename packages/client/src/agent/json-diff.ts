import type { JsonPatchOperation } from "../protocol/events.ts";
import { isPlainObject } from "../protocol/trust.ts";

/**
 * The JSON Patch that makes one JSON value of another: `applyPatch(before, createPatch(before, after))` is `after`. Empty
 * where they are equal. Takes time linear in their size: of a list it finds what was taken out, put in and
 * changed, and tells a move as both of the first. What of `after` it needs is in the patch itself, not copied.
 * Source: RFC 6902 and RFC 6901.
 */
export function createPatch(before: unknown, after: unknown): JsonPatchOperation[] {
  const patch: JsonPatchOperation[] = [];
  compare(before, after, "");
  return patch;

  function compare(from: unknown, to: unknown, path: string): void {
    if (Object.is(from, to)) return;
    if (Array.isArray(from) && Array.isArray(to)) compareLists(from, to, path);
    else if (isPlainObject(from) && isPlainObject(to)) compareObjects(from, to, path);
    else patch.push({ op: "replace", path, value: to });
  }

  function compareObjects(from: Record<string, unknown>, to: Record<string, unknown>, path: string): void {
    // No client lets a patch go near a prototype: not ours, nor most others.
    if (Object.hasOwn(from, "__proto__") || Object.hasOwn(to, "__proto__")) {
      if (JSON.stringify(from) !== JSON.stringify(to)) patch.push({ op: "replace", path, value: to });
      return;
    }
    for (const key of Object.keys(from)) {
      if (!Object.hasOwn(to, key)) patch.push({ op: "remove", path: `${path}/${escaped(key)}` });
    }
    for (const [key, value] of Object.entries(to)) {
      const place = `${path}/${escaped(key)}`;
      if (Object.hasOwn(from, key)) compare(from[key], value, place);
      else patch.push({ op: "add", path: place, value });
    }
  }

  /** Walks both lists at once; `at` is the place in the list as the patch so far has made it. */
  function compareLists(from: readonly unknown[], to: readonly unknown[], path: string): void {
    const old = from.map((item) => JSON.stringify(item));
    const fresh = to.map((item) => JSON.stringify(item));
    const [oldPlaces, freshPlaces] = [placesOf(old), placesOf(fresh)];
    let [i, j, at] = [0, 0, 0];

    while (i < old.length || j < fresh.length) {
      const [gone, come] = [old[i], fresh[j]];
      const place = `${path}/${at}`;
      /** How far off each of the two is in the other list. */
      const kept = gone === undefined ? undefined : distance(freshPlaces, gone, j);
      const known = come === undefined ? undefined : distance(oldPlaces, come, i);
      if (gone !== undefined && come !== undefined && kept === known && (kept ?? 0) === 0) {
        if (gone !== come) compare(from[i], to[j], place);
        i++;
        j++;
        at++;
      } else if (come === undefined || (gone !== undefined && (kept ?? Infinity) >= (known ?? Infinity))) {
        patch.push({ op: "remove", path: place });
        i++;
      } else {
        patch.push({ op: "add", path: place, value: to[j] });
        j++;
        at++;
      }
    }
  }
}

/** Where each text is in a list, the first place last. */
function placesOf(texts: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, text] of texts.entries()) {
    const known = places.get(text);
    if (known) known.push(place);
    else places.set(text, [place]);
  }
  for (const known of places.values()) known.reverse();
  return places;
}

/** How far after `from` a text comes next, forgetting what lies before; undefined where it does not. */
function distance(places: Map<string, number[]>, text: string, from: number): number | undefined {
  const known = places.get(text) ?? [];
  while ((known.at(-1) ?? from) < from) known.pop();
  const next = known.at(-1);
  return next === undefined ? undefined : next - from;
}

const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
