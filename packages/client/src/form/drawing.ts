import { isPlainObject } from "../protocol/trust.ts";
import { own } from "../schema/plain-json.ts";
import type { Path } from "../schema/types.ts";
import { chosen, type Drawn, isHolder, isList, isRootObject } from "./drawn.ts";
import type { FieldNode } from "./field-node.ts";
import { branchAt, branchOf, childAt, liveNode } from "./field-tree.ts";
import {
  choicePath,
  type Entries,
  type Entry,
  type FormState,
  leftOut,
  pathKey,
  toEntry,
} from "./form-entry.ts";
import { toValue } from "./to-value.ts";

/** The most rounds in which fields bring each other about. */
const MOST_ROUNDS = 4;

/** What is drawn of a tree: what may be left out and nobody has added has no parts. */
export function draw(node: FieldNode, given: Entries, added = false): Drawn {
  const { kind, path } = node;
  const entries =
    isHolder(node) && !given.has(pathKey(path)) && showsDefault(node, given) ? defaultOf(node) : given;
  const entry = entries.get(pathKey(path));
  const drawn = { node, kind, entry, present: true, added, parts: [] };
  if (!isHolder(node)) return drawn;
  if (typeof entry === "string" && entry.trim() !== "") return { ...drawn, kind: "json" };
  const choice = entries.get(pathKey(choicePath(path)));
  if (kind === "union") {
    const branch = typeof choice === "number" ? branchAt(node, choice) : undefined;
    if (!branch) return { ...drawn, present: false };
    return { ...drawn, parts: [withoutTags(draw(branch, entries))], choice: Number(choice) };
  }
  if (!isPresent(node, entry)) return { ...drawn, present: false };
  let live = node;
  for (let round = 0; ; round++) {
    const parts = partsOf(live, entry).map(([part, isAdded]) => draw(part, entries, isAdded));
    const shown = { ...drawn, node: live, parts };
    const next = liveNode(node, isList(node) ? [] : toValue(shown, []));
    if (next === live || round === MOST_ROUNDS) return shown;
    live = next;
  }
}

const withoutTags = (way: Drawn): Drawn => ({
  ...way,
  parts: way.parts.map((part) => ({ ...part, hidden: part.kind === "const" })),
});

/** The nodes in a holder that is there, and whether each was added to the named ones. */
function partsOf(node: FieldNode, entry: Entry | undefined): readonly (readonly [FieldNode, boolean])[] {
  const named = new Map(node.children.map((child) => [child.key, child]));
  const keys: readonly (string | number)[] = isList(node)
    ? Array.from({ length: countOf(node, entry) }, (_, index) => index)
    : [...named.keys(), ...(Array.isArray(entry) ? entry : [])].map((key) => key ?? "");
  return [...new Set(keys)].flatMap((key) => {
    const part = named.get(key) ?? childAt(node, key);
    return part ? [[part, !named.has(key)] as const] : [];
  });
}

/** A place for an edit, and the state in which everything around it has been put there on purpose. */
export interface Reached {
  readonly drawn: Drawn;
  readonly holder: Drawn | null;
  readonly state: FormState;
}

/** Goes to a path and adds the objects on the way; null where nothing can be drawn, as past the end of a list. */
export function reach(tree: FieldNode, state: FormState, path: Path): Reached | null {
  if (tree.kind === "missing" || tree.kind === "never") return null;
  const entries = new Map(state.entries);
  let holder: Drawn | null = null;
  let drawn = draw(tree, entries);
  for (const key of path) {
    settle(drawn.node, entries);
    holder = chosen(draw(drawn.node, entries, drawn.added));
    const part = holder.parts.find(({ node }) => node.key === key);
    if (!part) return null;
    drawn = part;
  }
  return { drawn, holder, state: { ...state, entries } };
}

/** Makes what a holder shows the person's own, so that it can be changed in parts. */
export function settle(node: FieldNode, entries: Map<string, Entry>): void {
  const key = pathKey(node.path);
  const entry = entries.get(key);
  if (entry === undefined && showsDefault(node, entries)) {
    for (const [place, value] of defaultOf(node)) entries.set(place, value);
  } else if (node.kind === "union") {
    const choice = entries.get(pathKey(choicePath(node.path)));
    const branch = typeof choice === "number" ? branchAt(node, choice) : undefined;
    if (branch) settle(branch, entries);
  } else if (entry === null || !isPresent(node, entry)) {
    entries.set(key, isList(node) ? countOf(node, undefined) : []);
  }
}

/** How many items a list shows; one that is there has all the first ones that are named. */
export function countOf(node: FieldNode, entry: Entry | undefined): number {
  return typeof entry === "number" ? entry : node.children.length;
}

/** The entries that show a value in a field and its parts; `absent` is put where it has none. */
export function entriesOf(node: FieldNode, value: unknown, absent?: Entry): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  fill(node, value, entries, absent);
  return entries;
}

/** Puts a value into a field and its parts; what has no place there stays JSON. */
export function fill(node: FieldNode, value: unknown, entries: Map<string, Entry>, absent?: Entry): void {
  const key = pathKey(node.path);
  const put = (entry: Entry | undefined) => entry !== undefined && entries.set(key, entry);
  if (value === undefined) {
    if (absent !== undefined && !isRootObject(node)) put(isHolder(node) ? "" : absent);
    return;
  }
  if (!isHolder(node)) {
    put(toEntry(node, value));
    return;
  }
  if (value === null && node.nullable) {
    put(null);
  } else if (node.kind === "union") {
    const choice = branchOf(node, value);
    const branch = branchAt(node, choice);
    if (!branch) {
      put(JSON.stringify(value, null, 2));
      return;
    }
    entries.set(pathKey(choicePath(node.path)), choice);
    fill(branch, value, entries, absent);
  } else if (isList(node)) {
    const items = Array.isArray(value) ? value.map((_, index) => childAt(node, index)) : [undefined];
    if (!Array.isArray(value) || items.includes(undefined)) put(JSON.stringify(value, null, 2));
    else put(value.length);
    for (const [index, item] of items.entries()) if (item) fill(item, own(value, index), entries, absent);
  } else if (isPlainObject(value)) {
    const live = liveNode(node, value);
    const names = new Set(live.children.map((child) => child.key));
    const others = Object.keys(value).filter((name) => !names.has(name));
    if (!isRootObject(node) || others.length > 0) put(others);
    for (const [child] of partsOf(live, others)) fill(child, own(value, child.key ?? ""), entries, absent);
  } else if (!isRootObject(node)) {
    put(JSON.stringify(value, null, 2));
  }
}

/**
 * Whether a holder is part of the answer: it was added, or stands there from the start. A list left alone
 * is not, nor is an object of nothing but added entries: silence does not say that there are none.
 */
export function isPresent(node: FieldNode, entry: Entry | undefined): boolean {
  if (isRootObject(node)) return true;
  if (entry !== undefined) return entry !== null && entry !== "";
  const isAlways = node.kind === "object" || node.children.length > 0;
  return isAlways && node.required && !node.nullable && node.kind !== "array";
}

/** Whether a holder that was left alone shows a default of its own. */
function showsDefault(node: FieldNode, entries: Entries): boolean {
  if (isRootObject(node) || node.default === undefined || node.default === null) return false;
  return node.kind !== "union" || !entries.has(pathKey(choicePath(node.path)));
}

const defaults = new WeakMap<FieldNode, Entries>();

function defaultOf(node: FieldNode): Entries {
  const entries = defaults.get(node) ?? entriesOf(node, node.default, leftOut);
  defaults.set(node, entries);
  return entries;
}
