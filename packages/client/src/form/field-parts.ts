import { isPlainObject } from "../protocol/trust.ts";
import { own } from "../schema/plain-json.ts";
import type { Path } from "../schema/types.ts";
import type { FieldKind, FieldNode } from "./field-node.ts";
import { childAt } from "./field-tree.ts";
import { type Entry, type FormState, pathKey, toEntry } from "./form-entry.ts";
import { parseText } from "./parse-text.ts";

/** A node that is drawn now, with the parts that are drawn in it. */
export interface Drawn {
  readonly node: FieldNode;
  /** `json` for an object or a list that was typed so that no parts can be drawn. */
  readonly kind: FieldKind;
  /** What has been put into it, or what its holder's default puts there. */
  readonly entry: Entry | undefined;
  /** An object or a list is part of the answer; true for all other kinds. */
  readonly present: boolean;
  readonly parts: readonly Drawn[];
}

type Entries = ReadonlyMap<string, Entry>;

/** Objects and lists hold other fields. */
export function isHolder(node: FieldNode): boolean {
  return node.kind === "object" || node.kind === "array";
}

/** What is drawn of a tree: an optional object or list that nobody has added has no parts. */
export function draw(node: FieldNode, given: Entries): Drawn {
  const { kind } = node;
  const entry = given.get(pathKey(node.path));
  if (!isHolder(node)) return { node, kind, entry, present: true, parts: [] };
  const whole = wholeOf(node, entry);
  if (whole === undefined && typeof entry === "string" && entry.trim() !== "") {
    return { node, kind: "json", entry, present: true, parts: [] };
  }
  const present = isPresent(node, entry);
  const entries = whole === undefined ? given : entriesOf(node, whole, fillParts);
  const children = present ? childrenOf(node, entries) : [];
  return { node, kind, entry, present, parts: children.map((child) => draw(child, entries)) };
}

/** The drawn nodes in their order, holders before their parts; an object at the root is only its parts. */
export function flatten(drawn: Drawn): readonly Drawn[] {
  const parts = drawn.parts.flatMap(flatten);
  return isRootObject(drawn.node) ? parts : [drawn, ...parts];
}

/** The nodes to draw at the top: the parts of an object, or the root itself. */
export function tops(tree: Drawn): readonly Drawn[] {
  if (tree.node.kind === "missing" || tree.node.kind === "never") return [];
  return isRootObject(tree.node) ? tree.parts : [tree];
}

/** A place for an edit, and the state in which everything around it has been put there on purpose. */
export interface Reached {
  readonly node: FieldNode;
  readonly holder: FieldNode | null;
  readonly state: FormState;
}

/** Goes to a path and adds the objects on the way; null where nothing can be drawn, as past the end of a list. */
export function reach(tree: FieldNode, state: FormState, path: Path): Reached | null {
  if (tree.kind === "missing" || tree.kind === "never") return null;
  const entries = new Map(state.entries);
  let holder: FieldNode | null = null;
  let node = tree;
  for (const key of path) {
    settle(node, entries);
    const child = childAt(node, key);
    if (!child || (typeof key === "number" && key >= countOf(node, entries))) return null;
    holder = node;
    node = child;
  }
  return { node, holder, state: { ...state, entries } };
}

/** Makes what a holder shows the person's own, so that it can be changed in parts. */
export function settle(node: FieldNode, entries: Map<string, Entry>): void {
  const entry = entries.get(pathKey(node.path));
  const whole = wholeOf(node, entry);
  if (whole !== undefined) fillParts(node, whole, entries);
  else if (!isPresent(node, entry)) entries.set(pathKey(node.path), node.kind === "array" ? 0 : true);
}

/** How many items a list shows. */
export function countOf(node: FieldNode, entries: Entries): number {
  const entry = entries.get(pathKey(node.path));
  return typeof entry === "number" ? entry : 0;
}

/** The entries that show a value in a field and its parts; what has no field is not in them. */
export function entriesOf(node: FieldNode, value: unknown, put: typeof fill = fill): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  put(node, value, entries);
  return entries;
}

/** Puts a value into a field and its parts; what has no place in the parts of a holder stays JSON. */
export function fill(node: FieldNode, value: unknown, entries: Map<string, Entry>): void {
  if (isHolder(node) && (isRootObject(node) || hasPlaceFor(node, value))) {
    fillParts(node, value, entries);
    return;
  }
  const entry = isHolder(node) && typeof value === "string" ? JSON.stringify(value) : toEntry(node, value);
  if (entry !== undefined) entries.set(pathKey(node.path), entry);
}

function fillParts(node: FieldNode, value: unknown, entries: Map<string, Entry>): void {
  const key = pathKey(node.path);
  entries.delete(key);
  if (node.kind === "array") entries.set(key, Array.isArray(value) ? value.length : 0);
  else if (showsDefault(node) || !isPresent(node, undefined)) entries.set(key, true);
  for (const child of childrenOf(node, entries)) fill(child, own(value, child.key ?? ""), entries);
}

/** Whether the parts of a holder can show the whole of a value. */
function hasPlaceFor(node: FieldNode, value: unknown): boolean {
  if (!isPartsOf(node, value)) return false;
  return node.kind === "array" || Object.keys(value).every((key) => childAt(node, key));
}

function isPartsOf(node: FieldNode, value: unknown): value is object {
  return node.kind === "array" ? Array.isArray(value) : isPlainObject(value);
}

/** What a holder shows as a whole, of its default or a text typed as JSON; undefined where it has parts, or none. */
function wholeOf(node: FieldNode, entry: Entry | undefined): object | undefined {
  if (entry === undefined)
    return showsDefault(node) && isPartsOf(node, node.default) ? node.default : undefined;
  const parsed = typeof entry === "string" ? parseText(node, entry) : null;
  return parsed?.ok && isPartsOf(node, parsed.value) ? parsed.value : undefined;
}

function childrenOf(node: FieldNode, entries: Entries): readonly FieldNode[] {
  if (node.kind === "object") return node.children;
  return Array.from({ length: countOf(node, entries) }, (_, index) => childAt(node, index) ?? []).flat();
}

/**
 * Whether a holder is part of the answer: it was added, or stands there from
 * the start. A list left alone is not: silence does not say that there are none.
 */
export function isPresent(node: FieldNode, entry: Entry | undefined): boolean {
  if (isRootObject(node)) return true;
  if (typeof entry === "string") return wholeOf(node, entry) !== undefined;
  if (entry !== undefined) return entry === true || typeof entry === "number";
  return showsDefault(node) || (node.kind === "object" && node.required && !node.nullable);
}

/** Whether a holder that was left alone shows a default of its own. */
function showsDefault(node: FieldNode): boolean {
  return isHolder(node) && !isRootObject(node) && node.default !== undefined && node.default !== null;
}

export function isRootObject(node: FieldNode): boolean {
  return node.kind === "object" && node.path.length === 0;
}
