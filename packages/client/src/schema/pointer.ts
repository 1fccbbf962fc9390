import { own } from "./plain-json.ts";

/** The keys of a JSON pointer in a fragment, such as `#/properties/a~1b`; null for anything else. */
export function parsePointer(fragment: string): readonly string[] | null {
  if (fragment === "#" || fragment === "#/") return fragment === "#" ? [] : [""];
  if (!fragment.startsWith("#/")) return null;
  try {
    return fragment
      .slice(2)
      .split("/")
      .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"));
  } catch {
    return null;
  }
}

/** What a local `$ref` points at; undefined where it points nowhere or is no pointer. */
export function resolvePointer(root: unknown, fragment: string): unknown {
  return parsePointer(fragment)?.reduce<unknown>((place, key) => own(place, key), root);
}
