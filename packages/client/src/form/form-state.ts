import { jsonEqual } from "../lib/json-equal.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { toFault } from "../schema/fault.ts";
import type { FieldError, PreparedSchema } from "../schema/types.ts";
import { judge } from "../schema/validate.ts";
import { draw } from "./drawing.ts";
import { type Drawn, isDrawn, isHolder } from "./drawn.ts";
import type { FieldNode } from "./field-node.ts";
import type { Edits } from "./field-tree.ts";
import { readSlot, type Slot } from "./slot.ts";
import { textOf, toValue } from "./to-value.ts";

/** What has been put into a form. */
export interface FormState {
  readonly slot: Slot;
  /** A person has tried to answer, so that every fault is shown. */
  readonly attempted: boolean;
}

/** The stored form of a state. */
export interface FormDraft {
  readonly form: 2;
  readonly slot: Slot;
}

/** What is asked: what is drawn, what the answer is judged by, and the arguments that it may change. */
export interface Asked {
  readonly tree: FieldNode;
  readonly prepared: PreparedSchema;
  readonly edits?: Edits | null;
}

/** What a state would send, and what is wrong with it. `answer` is undefined where there is nothing to send. */
export interface Reading {
  readonly drawn: Drawn;
  readonly answer: unknown;
  readonly faults: readonly FieldError[];
  /** Why the answer was not judged here. */
  readonly skipped: string | null;
}

export const toDraft = ({ slot }: FormState): FormDraft => {
  return { form: 2, slot };
};

/** The slot that a stored state keeps; null for anything else. */
export const readDraft = (draft: unknown): Slot | null => {
  return isPlainObject(draft) && draft.form === 2 ? readSlot(draft.slot) : null;
};

/** What a field shows, see `FormField.value`. */
export const shownValue = (drawn: Drawn): unknown => {
  const { node, kind, present, slot } = drawn;
  if (kind === "union") return present ? slot.way : undefined;
  if (kind === "boolean") return slot.yes;
  const value = toValue(drawn, []);
  if (kind === "const") return value;
  const options = (wanted: unknown) => node.options.filter((option) => jsonEqual(option.value, wanted));
  if (kind === "enum") return options(value)[0]?.value;
  if (kind === "multi-enum")
    return Array.isArray(value) ? value.flatMap(options).map((option) => option.value) : undefined;
  if (isHolder(node) && kind !== "json") return present ? JSON.stringify(value, null, 2) : "";
  return textOf(drawn);
};

/** What the state would send, judged. Texts that cannot be read are faults of their own and are not sent. */
export const read = ({ tree, prepared, edits }: Asked, { slot }: Pick<FormState, "slot">): Reading => {
  const faults: FieldError[] = [];
  const drawn = draw(tree, slot);
  const raw = isDrawn(tree) ? toValue(drawn, faults) : undefined;
  // Arguments that nobody has changed are not edited.
  const edited = edits && tree.children.find(({ key }) => key === edits.key);
  if (edited && !edited.required && isPlainObject(raw) && jsonEqual(raw[edits.key], edits.input))
    delete raw[edits.key];
  const { errors, skipped } =
    raw === undefined ? { errors: [toFault([], "required")], skipped: null } : judge(prepared, raw);
  // A text that cannot be read is not also missing.
  const others = errors.filter((error) => !faults.some((fault) => jsonEqual(fault.path, error.path)));
  return { drawn, answer: raw, faults: [...faults, ...others], skipped };
};
