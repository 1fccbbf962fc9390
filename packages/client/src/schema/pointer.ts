import { isJsonPointer, pointerTokens } from "../protocol/json-pointer.ts";
import { isRecord } from "../protocol/trust.ts";
import { own } from "./plain-json.ts";
import type { Path } from "./types.ts";

/** The keys of a JSON pointer in a fragment, such as `#/properties/a~1b`; null for anything else. */
export const parsePointer = (fragment: string): readonly string[] | null => {
  try {
    const pointer = fragment.startsWith("#") ? decodeURIComponent(fragment.slice(1)) : null;
    return isJsonPointer(pointer) ? pointerTokens(pointer) : null;
  } catch {
    return null;
  }
};

/** A schema, or what is taken for one. */
export type Part = Readonly<Record<string, unknown>> | boolean;

/** What references lead to, by their text and by their address, for each document that was prepared. */
export const lookups: WeakMap<object, Record<string, Part>> = new WeakMap();

/** What a `$ref` inside a document leads to; undefined where that is nothing. */
export const resolvePointer = (root: unknown, fragment: string): unknown => {
  const target = parsePointer(fragment)?.reduce<unknown>((place, key) => own(place, key), root);
  return target ?? (isRecord(root) ? lookups.get(root)?.[fragment] : undefined);
};

/** The value that a fragment points at, undefined for none, and the path there. */
export const follow = (location: string, value: unknown): { path: Path; holder: unknown } => {
  const path: (string | number)[] = [];
  let holder = value;
  for (const key of parsePointer(location) ?? []) {
    path.push(Array.isArray(holder) ? Number(key) : key);
    holder = own(holder, key);
  }
  return { path, holder };
};
