import { isPlainObject } from "../protocol/trust.ts";
import { own } from "../schema/plain-json.ts";
import type { Path } from "../schema/types.ts";
import { chosen, type Drawn, isHolder, isList, isRootObject } from "./drawn.ts";
import type { FieldNode } from "./field-node.ts";
import { branchAt, branchOf, childAt, countParts, liveNode } from "./field-tree.ts";
import { toText } from "./parse-text.ts";
import { isUntouched, placeOf, type Slot } from "./slot.ts";
import { toValue } from "./to-value.ts";

/** The most rounds in which fields bring each other about. */
const MOST_ROUNDS = 4;
/** The most fields that are drawn unasked, and rounds in rounds: a few lines of schema can ask for millions. */
const MOST_UNASKED = 450;

/** What is drawn of a tree: what may be left out and nobody has added has no parts. */
export const draw = (
  node: FieldNode,
  given: Slot = {},
  added = false,
  budget: { left: number } = { left: MOST_UNASKED },
  rounds = 0,
): Drawn => {
  const { kind } = node;
  const preset = isUntouched(given) && (node.default ?? null) !== null && !isRootObject(node);
  const slot = preset ? { ...defaultOf(node), touched: given.touched } : given;
  const drawn = { node, kind, slot, present: true, added, preset, parts: [] };
  if (!isHolder(node)) return drawn;
  if (slot.json?.trim()) return { ...drawn, kind: "json" };
  if (kind === "union") {
    const { way, ...inner } = slot;
    const branch = way === undefined ? undefined : branchAt(node, way);
    return {
      ...drawn,
      present: branch !== undefined,
      parts: branch ? [withoutTags(draw(branch, inner))] : [],
    };
  }
  if (!isPresent(node, slot)) return { ...drawn, present: false };
  if (isUntouched(given) && !added) {
    budget.left -= countParts(node);
    if (budget.left < 0) return { ...drawn, kind: "json" };
  }
  let live = node;
  for (let round = 0; ; round++) {
    const parts = partsOf(live, slot).map(([part, isAdded]) =>
      draw(part, slotAt(slot, part.key), isAdded, budget, rounds + round),
    );
    const shown = { ...drawn, node: live, parts };
    const next = liveNode(node, () => toValue(shown, []));
    const isEnough = round === MOST_ROUNDS || (rounds > 0 && budget.left-- <= 0);
    if (next === live || isEnough) return shown;
    live = next;
  }
};

const withoutTags = (way: Drawn): Drawn => ({
  ...way,
  parts: way.parts.map((part) => ({ ...part, hidden: part.kind === "const" })),
});

/** The nodes in a holder that is there, and whether each was added to the named ones. */
const partsOf = (node: FieldNode, { items, keys = [] }: Slot): readonly (readonly [FieldNode, boolean])[] => {
  const named = new Map(node.children.map((child) => [child.key, child]));
  const all = isList(node) && items ? items.keys() : [...named.keys(), ...keys];
  return [...new Set(all)].flatMap((key) => {
    const part = named.get(key) ?? childAt(node, key ?? "");
    return part ? [[part, !named.has(key)] as const] : [];
  });
};

const slotAt = ({ items, parts }: Slot, key: string | number | null): Slot | undefined => {
  if (typeof key === "number") return items?.[key];
  return parts !== undefined && Object.hasOwn(parts, key ?? "") ? parts[key ?? ""] : undefined;
};

/**
 * Whether a holder is part of the answer: it was added, or stands there from the start. A list left alone
 * is not, nor is an object of nothing but added entries: silence does not say that there are none.
 */
const isPresent = (node: FieldNode, { is, out, items, keys }: Slot): boolean => {
  if (isRootObject(node)) return true;
  if (is === null || out) return false;
  const isAlways = (node.kind === "object" || node.children.length > 0) && node.required && !node.nullable;
  return isAlways || (isList(node) ? items : keys) !== undefined;
};

/** The slot of a holder, or of the chosen way of a union, that is there on purpose, to be changed in parts. */
export const settled = (drawn: Drawn): Slot => {
  const { node, slot, parts, present } = chosen(drawn);
  const { is, out, json, ...rest } = { ...slot, way: drawn.slot.way };
  if (isList(node)) return { ...rest, items: parts.map(({ slot: item }) => item) };
  return present && is !== null ? rest : { ...rest, keys: [] };
};

/**
 * Changes the slot at a path, with everything around it put there on purpose; null where nothing can be
 * drawn, as past the end of a list.
 */
export const changeAt = (drawn: Drawn, path: Path, change: (at: Drawn) => Slot): Slot | null => {
  const [key, ...rest] = path;
  if (key === undefined) return { touched: drawn.slot.touched, ...change(drawn) };
  const around = chosen(drawn);
  if (around.kind === "json") return null;
  const slot = settled(drawn);
  const holder = around.present ? around : draw(around.node, slot);
  const part = holder.parts.find(({ node }) => node.key === key);
  const inner = part ? changeAt(part, rest, change) : null;
  if (!inner) return null;
  return typeof key === "number"
    ? { ...slot, items: slot.items?.with(key, inner) }
    : { ...slot, parts: { ...slot.parts, [key]: inner } };
};

/** The slot that shows a value in a field and its parts; what is not in it is left out where it is the `whole`. */
export const slotOf = (node: FieldNode, value: unknown, whole: boolean): Slot => {
  if (value === undefined) return whole ? { out: true } : {};
  if (value === "" && node.kind === "string") return { is: "", out: false };
  if (!isHolder(node)) return { [placeOf(node.kind)]: toText(node, value) };
  if (value === null && node.nullable) return { is: null };
  if (node.kind === "union") {
    const way = branchOf(node, value);
    const branch = branchAt(node, way);
    if (branch) return { ...slotOf(branch, value, whole), way };
  } else if (isList(node) && Array.isArray(value)) {
    const items = value.flatMap((item: unknown, index) => {
      const part = childAt(node, index);
      return part ? [slotOf(part, item, whole)] : [];
    });
    if (items.length === value.length) return { items };
  } else if (!isList(node) && isPlainObject(value)) {
    const live = liveNode(node, () => value);
    const names = new Set(live.children.map((child) => child.key));
    const keys = Object.keys(value).filter((name) => !names.has(name));
    const parts = partsOf(live, { keys }).map(([part]) => [
      part.key,
      slotOf(part, own(value, part.key ?? ""), whole),
    ]);
    return { keys, parts: Object.fromEntries(parts) };
  }
  return { json: JSON.stringify(value, null, 2) };
};

const defaults = new WeakMap<FieldNode, Slot>();

const defaultOf = (node: FieldNode): Slot => {
  const slot = defaults.get(node) ?? slotOf(node, node.default, true);
  defaults.set(node, slot);
  return slot;
};
