import type { Path } from "../schema/types.ts";

/** How a part of an answer is drawn; `json` is a box for JSON text, for whatever has no drawing of its own. */
export type FieldKind =
  | "string"
  | "number"
  | "integer"
  | "boolean"
  | "enum"
  | "null"
  | "object"
  | "array"
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
  /** Present where the schema states one, also where it is null. */
  readonly default?: unknown;
  readonly examples: readonly unknown[];
  readonly format?: string;
  readonly limits: FieldLimits;
  /** What to choose from; empty unless the kind is `enum`. */
  readonly options: readonly FieldOption[];
  /**
   * The parts, in the order of the schema; empty unless the kind is `object`.
   * Made when they are asked for, since a schema may hold itself: follow them
   * only as far as something is drawn.
   */
  readonly children: readonly FieldNode[];
}
