import type { Path } from "../schema/types.ts";
import type { FieldNode } from "./field-node.ts";
import { parseText } from "./parse-text.ts";

/**
 * What a person put into a field: a text as typed, a yes or no, or null on purpose. A choice is the JSON of
 * its value. A list has the number of its items, an object that is there the keys that no field is for; any
 * of them may be typed as JSON instead. The chosen way of a union has a place of its own, see `choiceOf`.
 * An empty text takes what has parts out; an empty list of keys says of any other field that it is left out.
 */
export type Entry = string | boolean | number | null | readonly string[];

export type Entries = ReadonlyMap<string, Entry>;

/** What has been put into a form; fields that are not in it are untouched. */
export interface FormState {
  readonly entries: Entries;
  readonly touched: ReadonlySet<string>;
  /** A person has tried to answer, so that every fault is shown. */
  readonly attempted: boolean;
}

/** A field that an answer does not have, whatever its default. */
export const leftOut: Entry = [];

/** The key of a path in a state; no two paths share one. */
export function pathKey(path: Path): string {
  return JSON.stringify(path);
}

/** The place of the chosen way of a union: an index that no list has. */
export function choicePath(path: Path): Path {
  return [...path, -1];
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
  const { kind } = node;
  if (value === undefined || kind === "const") return undefined;
  if (kind === "enum" || kind === "multi-enum") return JSON.stringify(value);
  if (value === null) return null;
  if (kind === "boolean") {
    if (typeof value === "boolean") return value;
    return value === "true" ? true : value === "false" ? false : undefined;
  }
  if (typeof value === "number") return String(value);
  if (typeof value !== "string" || kind === "json") return JSON.stringify(value, null, 2);
  if (kind !== "scalar") return value;
  // A text that would be read as a number, or as a text in quotes, is put into quotes.
  const read = parseText(node, value);
  return read.ok && read.value === value ? value : JSON.stringify(value);
}
