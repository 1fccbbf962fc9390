import { isPlainObject } from "../protocol/trust.ts";
import { settled, slotOf } from "./drawing.ts";
import { chosen, type Drawn, isHolder, isList, isRootObject } from "./drawn.ts";
import type { FieldNode } from "./field-node.ts";
import { childAt, isTaken } from "./field-tree.ts";
import { toText } from "./parse-text.ts";
import { placeOf, type Slot } from "./slot.ts";

/** Puts a value into a field, or as a whole into what has parts; a text is what was typed, there JSON. */
export const putValue = (drawn: Drawn, value: unknown): Slot => {
  const { node, slot } = drawn;
  const inner = chosen(drawn).node;
  const isText = typeof value === "string" && !["enum", "multi-enum", "boolean"].includes(inner.kind);
  if (!isHolder(inner) && (isText || inner === node || isTaken(inner, value))) {
    return { ...slot, out: undefined, [placeOf(inner.kind)]: isText ? value : toText(inner, value) };
  }
  // An object at the root is no field, only its parts are.
  if (isRootObject(node) && (value ?? null) !== null && !isPlainObject(value)) return slot;
  if (value === "") return { out: true };
  return isText && (node.kind !== "union" || drawn.kind === "json")
    ? { json: value }
    : slotOf(node, value, false);
};

/** Chooses a way of a union; what its fields held, and what they share with the one before, is there again. */
export const chooseWay = (drawn: Drawn, option: number | undefined): Slot => {
  const { node, slot } = drawn;
  if (node.kind !== "union") return slot;
  const out = (option === undefined && node.default !== undefined) || undefined;
  return { ...slot, is: slot.is ?? undefined, way: option, out };
};

/** Whether `addPart` would change something. */
export const canAdd = ({ node, kind, present, parts, slot }: Drawn): boolean => {
  const { limits, readOnly } = node;
  if (readOnly || kind === "json") return false;
  if (kind === "string") return !slot.is && slot.out !== false && isNeeded(node) && !limits.minLength;
  if (!isList(node)) return kind === "map" || (kind === "object" && !present);
  const count = parts.length;
  return count < (limits.maxItems ?? Number.POSITIVE_INFINITY) && childAt(node, count) !== undefined;
};

/** Adds an item to a list, first those that a tuple lacks; an entry to a map; an object that is not there. */
export const addPart = (drawn: Drawn, at?: number | string): Slot => {
  const inner = chosen(drawn);
  const { node, parts } = inner;
  if (!canAdd(inner)) return drawn.slot;
  const slot = settled(drawn);
  if (node.kind === "string") return { ...slot, is: "", out: false };
  if (typeof at === "string") {
    const isNew = node.kind === "map" && parts.every((part) => part.node.key !== at);
    return isNew ? { ...slot, keys: [...(slot.keys ?? []), at] } : slot;
  }
  if (!slot.items) return slot;
  const lacking = node.children.slice(slot.items.length).map(() => ({}));
  const index = Math.max(node.children.length, at ?? slot.items.length);
  return { ...slot, items: slot.items.toSpliced(index, 0, ...(lacking.length > 0 ? lacking : [{}])) };
};

/** Whether it can be removed: an item above the fewest, an entry, or what may be left out. */
export const canRemove = ({ node, added, present }: Drawn, holder: Drawn | null): boolean => {
  if (node.readOnly || isRootObject(node)) return false;
  if (!added || !holder) return isHolder(node) && present && !isNeeded(node);
  const { limits } = holder.node;
  return !isList(holder.node) || !isNeeded(holder.node) || holder.parts.length > (limits.minItems ?? 0);
};

/** Takes what has parts out of the answer. */
const takeOut = (drawn: Drawn): Slot => {
  if (!canRemove(drawn, null)) return drawn.slot;
  return (drawn.node.default ?? null) === null ? {} : drawn.node.nullable ? { is: null } : { out: true };
};

/** Takes an item or an entry out of what holds it, or a part of it out of the answer; without a key all of it. */
export const removePart = (drawn: Drawn, key: string | number | undefined): Slot => {
  if (key === undefined) return takeOut(drawn);
  const holder = chosen(drawn);
  const part = holder.parts.find(({ node }) => node.key === key);
  if (!part || !canRemove(part, holder)) return drawn.slot;
  const slot = settled(drawn);
  const { limits } = holder.node;
  if (typeof key === "string") {
    const keys = slot.keys?.filter((each) => each !== key || !part.added);
    return { ...slot, keys, parts: { ...slot.parts, [key]: part.added ? {} : takeOut(part) } };
  }
  // A list that may be left out is left out rather than too short.
  if (slot.items?.length === 1 && !isNeeded(holder.node) && (limits.minItems ?? 0) > 0)
    return takeOut(holder);
  return { ...slot, items: slot.items?.toSpliced(key, 1) };
};

/** Moves an item so many places down, or up where `by` is negative; past an end changes nothing. */
export const movePart = (drawn: Drawn, from: string | number | undefined, by: number): Slot => {
  const holder = chosen(drawn);
  const items = holder.parts.map(({ slot }) => slot);
  const to = Number(from) + by;
  if (!isList(holder.node) || !holder.parts[Number(from)]?.added || !holder.parts[to]?.added)
    return drawn.slot;
  const [moved = {}] = items.splice(Number(from), 1);
  return { ...drawn.slot, items: items.toSpliced(to, 0, moved) };
};

/** The answer has no place without it. */
const isNeeded = (node: FieldNode): boolean => {
  return node.required && !node.nullable;
};
