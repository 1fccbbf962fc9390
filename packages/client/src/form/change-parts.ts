import { isPlainObject } from "../protocol/trust.ts";
import type { Path } from "../schema/types.ts";
import type { FieldNode } from "./field-node.ts";
import { countOf, fill, isHolder, isPresent, isRootObject, type Reached, settle } from "./field-parts.ts";
import { type Entry, type FormState, pathKey, toEntry, withEntry } from "./form-entry.ts";

/** A schema that asks for very many items gets so many by one press. */
const MOST_AT_ONCE = 20;

/** Puts a value into a field, or as a whole into a holder; a text is what was typed, there JSON. */
export function putValue({ node, state }: Reached, value: unknown): FormState {
  const isText = typeof value === "string" && node.kind !== "enum" && node.kind !== "boolean";
  if (!isHolder(node)) return withEntry(state, node.path, isText ? value : toEntry(node, value));
  // An object at the root is no field, only its parts are.
  if (isRootObject(node) && value !== undefined && !isPlainObject(value)) return state;
  const cleared = withoutParts(state, node);
  if (isText) return withEntry(cleared, node.path, value);
  const entries = new Map(cleared.entries);
  if (value !== undefined) fill(node, value, entries);
  return { ...cleared, entries };
}

/** Whether `addPart` would change something. */
export function canAdd(node: FieldNode, present: boolean, count: number): boolean {
  if (node.readOnly) return false;
  if (node.kind === "array") return count < (node.limits.maxItems ?? Number.POSITIVE_INFINITY);
  return node.kind === "object" && !present;
}

/** Adds an item to a list, the fewest that it may have to an empty one; adds an object that is not there. */
export function addPart({ node, state }: Reached): FormState {
  const entries = new Map(state.entries);
  settle(node, entries);
  const count = countOf(node, entries);
  if (node.kind === "array" && canAdd(node, true, count)) {
    const fewest = Math.min(Math.ceil(node.limits.minItems ?? 0), MOST_AT_ONCE);
    entries.set(pathKey(node.path), Math.max(count + 1, fewest));
  }
  return { ...state, entries };
}

/** Whether `removePart` would change something: an item above the fewest, or what may be left out. */
export function canRemove(
  node: FieldNode,
  holder: FieldNode | null,
  present: boolean,
  siblings: number,
): boolean {
  if (node.readOnly) return false;
  if (holder?.kind === "array") return !isNeeded(holder) || siblings > (holder.limits.minItems ?? 0);
  return isHolder(node) && present && !isNeeded(node);
}

/** Takes an item out of its list, or an object or a list out of the answer. */
export function removePart({ node, holder, state }: Reached): FormState {
  const siblings = holder ? countOf(holder, state.entries) : 0;
  const present = isPresent(node, state.entries.get(pathKey(node.path)));
  if (!canRemove(node, holder, present, siblings)) return state;
  if (holder?.kind !== "array") {
    const hasDefault = node.default !== undefined && node.default !== null;
    return withEntry(withoutParts(state, node), node.path, hasDefault ? "" : undefined);
  }
  // A list that may be left out is left out rather than too short.
  if (siblings === 1 && !isNeeded(holder) && (holder.limits.minItems ?? 0) > 0) {
    return removePart({ node: holder, holder: null, state });
  }
  const removed = Number(node.key);
  const without = renumber(state, holder.path, (index) =>
    index === removed ? null : index > removed ? index - 1 : index,
  );
  return withEntry(without, holder.path, siblings - 1);
}

/** Moves an item so many places down, or up where `by` is negative; past an end changes nothing. */
export function movePart({ node, holder, state }: Reached, by: number): FormState {
  if (holder?.kind !== "array") return state;
  const from = Number(node.key);
  const to = from + by;
  if (!Number.isInteger(to) || to < 0 || to >= countOf(holder, state.entries)) return state;
  return renumber(state, holder.path, (index) => {
    if (index === from) return to;
    if (index > from && index <= to) return index - 1;
    return index < from && index >= to ? index + 1 : index;
  });
}

/** The answer has no place without it. */
function isNeeded(node: FieldNode): boolean {
  return node.required && !node.nullable;
}

function withoutParts(state: FormState, node: FieldNode): FormState {
  const inside = startOf(node.path);
  const entries = [...state.entries].filter(([key]) => !key.startsWith(inside) && key !== pathKey(node.path));
  return { ...state, entries: new Map(entries) };
}

/** Gives the items of a list other places; null is none. */
function renumber(state: FormState, list: Path, place: (index: number) => number | null): FormState {
  const inside = startOf(list);
  const toKey = (key: string): string | null => {
    const [, index, rest] = (key.startsWith(inside) && /^(\d+)(.*)$/s.exec(key.slice(inside.length))) || [];
    if (index === undefined) return key;
    const next = place(Number(index));
    return next === null ? null : `${inside}${next}${rest}`;
  };
  const entries = [...state.entries].flatMap(([key, entry]): [string, Entry][] => {
    const next = toKey(key);
    return next === null ? [] : [[next, entry]];
  });
  const touched = [...state.touched].flatMap((key) => toKey(key) ?? []);
  return { ...state, entries: new Map(entries), touched: new Set(touched) };
}

/** How the keys of all places inside a path begin. */
function startOf(path: Path): string {
  const open = pathKey(path).slice(0, -1);
  return path.length === 0 ? open : `${open},`;
}
