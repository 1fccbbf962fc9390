import { isPlainObject } from "../protocol/trust.ts";
import { mapErrors } from "./error-mapper.ts";
import { toFault } from "./fault.ts";
import type { FieldError, PreparedSchema } from "./types.ts";
import { findUnits } from "./validator.ts";

/** More faults than a person mends at once. */
const MOST_UNITS = 500;

/**
 * The faults of a plain JSON value, see `toAnswer`; none where it is fine. Never throws: what cannot be
 * judged here is left to the agent, and `skip` hears why.
 */
export function validate(
  prepared: PreparedSchema,
  value: unknown,
  skip: (why: string) => void = () => {},
): readonly FieldError[] {
  if (prepared.kind === "never") return [toFault([], "never")];
  if (prepared.kind !== "schema") return [];
  const { schema } = prepared;
  try {
    return mapErrors(findUnits(schema, schema, value).slice(0, MOST_UNITS), schema, value);
  } catch (error) {
    skip(String(error));
    return [];
  }
}

/**
 * Whether a part of a prepared schema, such as an `if` or a branch, takes a plain JSON value; its references
 * are those of the whole. Also false where there is no telling.
 */
export function accepts(root: Readonly<Record<string, unknown>>, part: unknown, value: unknown): boolean {
  try {
    const isSchema = typeof part === "boolean" || isPlainObject(part);
    return isSchema && findUnits(root, part, value).length === 0;
  } catch {
    return false;
  }
}

/** The verdict on a value; where `skipped` says why it was not judged, there are no errors. */
export interface Judgement {
  readonly errors: readonly FieldError[];
  readonly skipped: string | null;
}

/** The faults of a plain JSON value, or why there is no telling. */
export function judge(prepared: PreparedSchema, value: unknown): Judgement {
  let skipped = prepared.kind === "opaque" ? String(prepared.warnings[0]) : null;
  const errors = validate(prepared, value, (why) => {
    skipped = why;
  });
  return { errors, skipped };
}
