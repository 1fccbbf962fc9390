import { isPlainObject } from "../protocol/trust.ts";
import { own } from "../schema/plain-json.ts";
import type { Path } from "../schema/types.ts";
import type { FieldNode } from "./field-node.ts";
import { childAt } from "./field-tree.ts";
import { type Entry, type FormState, pathKey, toEntry } from "./form-entry.ts";

/** A node that is drawn now, with the parts that are drawn in it. */
export interface Drawn {
  readonly node: FieldNode;
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
  const entry = given.get(pathKey(node.path));
  if (!isHolder(node)) return { node, entry, present: true, parts: [] };
  const present = isPresent(node, entry);
  if (!present) return { node, entry, present, parts: [] };
  const entries = entry === undefined && showsDefault(node) ? entriesOf(node, node.default) : given;
  return { node, entry, present, parts: childrenOf(node, entries).map((child) => draw(child, entries)) };
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

/** The node at a path, whether it is drawn now or not. */
export function nodeAt(tree: FieldNode, path: Path): FieldNode | undefined {
  return path.reduce<FieldNode | undefined>((node, key) => node && childAt(node, key), tree);
}

/** Makes what a holder shows the person's own, so that it can be changed in parts. */
export function settle(node: FieldNode, entries: Map<string, Entry>): void {
  const entry = entries.get(pathKey(node.path));
  if (entry === undefined && showsDefault(node)) fill(node, node.default, entries);
  else if (!isPresent(node, entry)) entries.set(pathKey(node.path), node.kind === "array" ? 0 : true);
}

/** How many items a list shows. */
export function countOf(node: FieldNode, entries: Entries): number {
  const entry = entries.get(pathKey(node.path));
  return typeof entry === "number" ? entry : 0;
}

/** The entries that show a value in a field and its parts; what has no field is not in them. */
export function entriesOf(node: FieldNode, value: unknown): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  fill(node, value, entries);
  return entries;
}

/** Puts a value into a field and its parts. */
export function fill(node: FieldNode, value: unknown, entries: Map<string, Entry>): void {
  const key = pathKey(node.path);
  if (!isHolder(node)) {
    const entry = toEntry(node, value);
    if (entry !== undefined) entries.set(key, entry);
  } else if (value === null) {
    if (!isRootObject(node)) entries.set(key, null);
  } else if (Array.isArray(value)) {
    if (node.kind !== "array") return;
    entries.set(key, value.length);
    for (const child of childrenOf(node, entries)) fill(child, own(value, child.key ?? ""), entries);
  } else if (isPlainObject(value)) {
    if (node.kind !== "object") return;
    if (showsDefault(node) || !isPresent(node, undefined)) entries.set(key, true);
    for (const child of node.children) fill(child, own(value, child.key ?? ""), entries);
  }
}

/** As `fill`, with a value that was typed as JSON; false where it is none. */
export function fillFromText(node: FieldNode, text: string, entries: Map<string, Entry>): boolean {
  try {
    fill(node, JSON.parse(text), entries);
    return true;
  } catch {
    return false;
  }
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
  if (entry !== undefined) return entry === true || typeof entry === "number";
  return showsDefault(node) || (node.kind === "object" && node.required && !node.nullable);
}

/** Whether a holder that was left alone shows a default of its own. */
function showsDefault(node: FieldNode): boolean {
  return isHolder(node) && !isRootObject(node) && node.default !== undefined && node.default !== null;
}

function isRootObject(node: FieldNode): boolean {
  return node.kind === "object" && node.path.length === 0;
}
