import type { Path } from "../schema/types.ts";
import type { FieldNode } from "./field-node.ts";

/**
 * What a person put into a field: a text as typed, a yes or no, or null on
 * purpose. A choice is the JSON of its value. A list has the number of its
 * items, an object true; either may be typed as JSON instead, and an empty
 * text takes it out.
 */
export type Entry = string | boolean | number | null;

/** What has been put into a form; fields that are not in it are untouched. */
export interface FormState {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly touched: ReadonlySet<string>;
  /** A person has tried to answer, so that every fault is shown. */
  readonly attempted: boolean;
}

/** The key of a path in a state; no two paths share one. */
export function pathKey(path: Path): string {
  return JSON.stringify(path);
}

export const emptyState: FormState = { entries: new Map(), touched: new Set(), attempted: false };

/** Puts an entry into a field; undefined makes it untouched again. */
export function withEntry(state: FormState, path: Path, entry: Entry | undefined): FormState {
  const entries = new Map(state.entries);
  if (entry === undefined) entries.delete(pathKey(path));
  else entries.set(pathKey(path), entry);
  return { ...state, entries };
}

/** The entry that shows a value in a field that holds no others. */
export function toEntry(node: FieldNode, value: unknown): Entry | undefined {
  if (value === undefined) return undefined;
  if (node.kind === "enum") return JSON.stringify(value);
  if (value === null) return null;
  if (node.kind === "boolean") {
    if (typeof value === "boolean") return value;
    return value === "true" ? true : value === "false" ? false : undefined;
  }
  if (typeof value === "string" && node.kind !== "json") return value;
  if (typeof value === "number") return String(value);
  return JSON.stringify(value, null, 2);
}
