import type { FieldKind, FieldNode } from "./field-node.ts";
import type { Slot } from "./slot.ts";

/** A node that is drawn now, with the parts that are drawn in it. */
export interface Drawn {
  readonly node: FieldNode;
  /** `json` for what has parts but was typed as a whole. */
  readonly kind: FieldKind;
  /** What has been put into it, or what its default puts there. */
  readonly slot: Slot;
  /** What has parts is part of the answer; true for all other kinds. */
  readonly present: boolean;
  /** It is there only because it was added: an item of a list, or an entry with a key of its own. */
  readonly added: boolean;
  readonly parts: readonly Drawn[];
  /** It shows its default, which nobody has changed. */
  readonly preset: boolean;
  /** It says only which way of a union this is, as the choice does already. */
  readonly hidden?: boolean;
}

const listKinds: readonly FieldKind[] = ["array", "tuple"];
const holderKinds: readonly FieldKind[] = [...listKinds, "object", "map", "union"];

export const isList = ({ kind }: FieldNode): boolean => listKinds.includes(kind);

/** Objects, lists and unions hold other fields. */
export const isHolder = ({ kind }: FieldNode): boolean => holderKinds.includes(kind);

/** An object at the root is no field, only its parts are. */
export const isRootObject = ({ kind, path }: FieldNode): boolean => kind === "object" && path.length === 0;

/**
 * The fields that are drawn in their order, holders before their parts; an object at the root is only its
 * parts. A union and its chosen way share a place: it is the one of them where a person can mend a fault.
 */
export const flatten = (drawn: Drawn): readonly Drawn[] => {
  const way = chosen(drawn);
  const { parts } = isHolder(way.node) ? way : drawn;
  const inner = parts.filter(({ hidden }) => !hidden).flatMap(flatten);
  return isRootObject(drawn.node) ? inner : [drawn, ...inner];
};

/** Whether there is anything to fill in, be it an object without parts. */
export const isDrawn = ({ kind }: FieldNode): boolean => kind !== "missing" && kind !== "never";

/** The nodes to draw at the top: the parts of an object, or the root itself. */
export const tops = (tree: Drawn): readonly Drawn[] => {
  if (!isDrawn(tree.node)) return [];
  return isRootObject(tree.node) ? tree.parts : [tree];
};

/** What is drawn of a union: the way that was chosen; anything else itself. */
export const chosen = (drawn: Drawn): Drawn => {
  const [way] = drawn.node.kind === "union" ? drawn.parts : [];
  return way ?? drawn;
};
