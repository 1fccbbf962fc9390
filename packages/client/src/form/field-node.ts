import type { Path } from "../schema/types.ts";

/**
 * How a part of an answer is drawn. `scalar` is a text or a number; `const` needs nobody and is sent as it
 * is; `map` is an object that may have further keys; `tuple` a list whose first items are each of their own
 * kind; `union` is a choice of how to answer. `json` is a box for JSON text, for whatever says nothing that
 * could be drawn.
 */
export type FieldKind =
  | "string"
  | "number"
  | "integer"
  | "scalar"
  | "boolean"
  | "null"
  | "const"
  | "enum"
  | "multi-enum"
  | "object"
  | "map"
  | "array"
  | "tuple"
  | "union"
  | "json"
  | "missing"
  | "never";

/** One of the values to choose from. */
export interface FieldOption {
  readonly value: unknown;
  readonly label: string;
  readonly description?: string;
}

/** The limits of numbers, texts and lists that the schema states. */
export interface FieldLimits {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** A part of an answer, as plain data. */
export interface FieldNode {
  readonly kind: FieldKind;
  readonly path: Path;
  /** The last key of the path; null at the root. */
  readonly key: string | number | null;
  /** The schema's title, or the key in words. */
  readonly label: string;
  readonly description?: string;
  readonly required: boolean;
  /** Null is a value of this field. */
  readonly nullable: boolean;
  readonly readOnly: boolean;
  /** What is typed is not to be shown, as a password. */
  readonly writeOnly: boolean;
  readonly deprecated: boolean;
  /** Present where the schema states one, also where it is null. */
  readonly default?: unknown;
  readonly examples: readonly unknown[];
  readonly format?: string;
  readonly limits: FieldLimits;
  /** What to choose from, of `const`, `enum` and `multi-enum`; of `union` the ways to answer, by their positions. */
  readonly options: readonly FieldOption[];
  /**
   * The named parts of an object, or the first items of a tuple, in the order of the schema; those that
   * depend on what is typed are only in a form. Made when they are asked for, since a schema may hold
   * itself: follow them only as far as something is drawn.
   */
  readonly children: readonly FieldNode[];
}
