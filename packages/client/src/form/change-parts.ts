import { jsonEqual } from "../lib/json-equal.ts";
import { isPlainObject } from "../protocol/trust.ts";
import type { Path } from "../schema/types.ts";
import { countOf, fill, type Reached, settle } from "./drawing.ts";
import { chosen, type Drawn, isHolder, isList, isRootObject } from "./drawn.ts";
import type { FieldNode } from "./field-node.ts";
import { branchAt, childAt } from "./field-tree.ts";
import { choicePath, type Entry, type FormState, pathKey, toEntry, withEntry } from "./form-entry.ts";

/** A schema that asks for very many items gets so many by one press. */
const MOST_AT_ONCE = 20;

/** Puts a value into a field, or as a whole into what has parts; a text is what was typed, there JSON. */
export function putValue({ drawn, state }: Reached, value: unknown): FormState {
  const { node } = drawn;
  const inner = chosen(drawn).node;
  const isText = typeof value === "string" && !["enum", "multi-enum", "boolean"].includes(inner.kind);
  if (!isHolder(inner) && (isText || inner === node || isAmong(inner, value)))
    return withEntry(state, node.path, isText ? value : toEntry(inner, value));
  // An object at the root is no field, only its parts are.
  if (isRootObject(node) && value !== undefined && value !== null && !isPlainObject(value)) return state;
  const entries = new Map(withoutParts(state, node.path).entries);
  if (isText && (node.kind !== "union" || value === "")) entries.set(pathKey(node.path), value);
  else fill(node, value, entries);
  return { ...state, entries };
}

/** Whether a value is one of those to choose from. */
function isAmong({ kind, options }: FieldNode, value: unknown): boolean {
  if (kind === "boolean") return typeof value === kind;
  return kind === "multi-enum"
    ? Array.isArray(value)
    : options.some((option) => jsonEqual(option.value, value));
}

/** Chooses a way of a union; what was typed at the same places stays where it fits. */
export function choosePart({ drawn, state }: Reached, option: number | undefined): FormState {
  const { node } = drawn;
  if (node.kind !== "union") return state;
  const before = chosen(drawn).node;
  const after = option === undefined ? undefined : branchAt(node, option);
  const isText = (one: FieldNode | undefined) => one !== undefined && textKinds.includes(one.kind);
  const cleared = isText(before) && isText(after) ? state : withEntry(state, node.path, undefined);
  const hasDefault = node.default !== undefined && node.default !== null;
  const kept = !after && hasDefault ? withEntry(cleared, node.path, "") : cleared;
  return withEntry(kept, choicePath(node.path), after ? option : undefined);
}

const textKinds = ["string", "number", "integer", "scalar"];

/** Whether `addPart` would change something. */
export function canAdd(drawn: Drawn): boolean {
  const { node, present, parts } = drawn;
  const { kind, limits, readOnly } = node;
  if (readOnly || drawn.kind === "json") return false;
  if (isList(node))
    return parts.length < (limits.maxItems ?? Number.POSITIVE_INFINITY) && mayGrow(node, parts.length);
  return kind === "map" || (kind === "object" && !present);
}

/** Adds an item to a list, the fewest that it may have to an empty one; an entry to a map; an object that is not there. */
export function addPart({ drawn, state }: Reached, at?: number | string): FormState {
  const inner = chosen(drawn);
  const { node } = inner;
  const key = pathKey(node.path);
  const entries = new Map(state.entries);
  settle(node, entries);
  const settled = { ...state, entries };
  if (!canAdd(inner)) return settled;
  const entry = entries.get(key);
  if (typeof at === "string" && node.kind === "map") {
    const keys = Array.isArray(entry) ? entry : [];
    const isNew = inner.parts.every((part) => part.node.key !== at);
    return isNew ? withEntry(settled, node.path, [...keys, at]) : settled;
  }
  if (!isList(node)) return settled;
  const count = countOf(node, entry);
  const fewest = Math.min(Math.ceil(node.limits.minItems ?? 0), MOST_AT_ONCE);
  const grown = withEntry(settled, node.path, Math.max(count + 1, fewest));
  return typeof at === "number"
    ? moveItem(grown, node.path, count, Math.min(Math.max(at, node.children.length), count))
    : grown;
}

/** Whether `removePart` would change something: an item above the fewest, an entry, or what may be left out. */
export function canRemove({ node, added, present }: Drawn, holder: Drawn | null): boolean {
  if (node.readOnly || isRootObject(node)) return false;
  if (!added || !holder) return isHolder(node) && present && !isNeeded(node);
  return (
    !isList(holder.node) || !isNeeded(holder.node) || holder.parts.length > (holder.node.limits.minItems ?? 0)
  );
}

/** Takes an item or an entry out of what holds it, or what has parts out of the answer. */
export function removePart({ drawn, holder, state }: Reached): FormState {
  const { node, added } = drawn;
  if (!canRemove(drawn, holder)) return state;
  if (!added || !holder) {
    const hasDefault = node.default !== undefined && node.default !== null;
    return withEntry(withoutParts(state, node.path), node.path, hasDefault ? "" : undefined);
  }
  const { path, limits } = holder.node;
  const entry = state.entries.get(pathKey(path));
  if (!isList(holder.node)) {
    const keys = Array.isArray(entry) ? entry.filter((key) => key !== node.key) : [];
    return withEntry(withoutParts(state, node.path), path, keys);
  }
  const count = holder.parts.length;
  // A list that may be left out is left out rather than too short.
  if (count === 1 && !isNeeded(holder.node) && (limits.minItems ?? 0) > 0)
    return removePart({ drawn: { ...holder, added: false }, holder: null, state });
  const removed = Number(node.key);
  const without = renumber(state, path, (index) =>
    index === removed ? null : index > removed ? index - 1 : index,
  );
  return withEntry(without, path, count - 1);
}

/** Moves an item so many places down, or up where `by` is negative; past an end changes nothing. */
export function movePart({ drawn, holder, state }: Reached, by: number): FormState {
  const to = Number(drawn.node.key) + by;
  const other = holder && isList(holder.node) && drawn.added ? holder.parts[to] : undefined;
  return holder && other?.added ? moveItem(state, holder.node.path, Number(drawn.node.key), to) : state;
}

function moveItem(state: FormState, list: Path, from: number, to: number): FormState {
  return renumber(state, list, (index) => {
    if (index === from) return to;
    if (index > from && index <= to) return index - 1;
    return index < from && index >= to ? index + 1 : index;
  });
}

/** Whether a list has a schema for one more item. */
function mayGrow(node: FieldNode, count: number): boolean {
  return node.kind === "array" || childAt(node, count) !== undefined;
}

/** The answer has no place without it. */
function isNeeded(node: FieldNode): boolean {
  return node.required && !node.nullable;
}

/** The state without anything at a path and inside it. */
function withoutParts(state: FormState, path: Path): FormState {
  const inside = startOf(path);
  const entries = [...state.entries].filter(([key]) => !key.startsWith(inside) && key !== pathKey(path));
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
