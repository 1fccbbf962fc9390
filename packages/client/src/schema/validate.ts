import { isPlainObject } from "../protocol/trust.ts";
import { mapErrors } from "./error-mapper.ts";
import { toFault } from "./fault.ts";
import type { FieldError, PreparedSchema } from "./types.ts";
import { findUnits } from "./validator.ts";

/** More faults than a person mends at once. */
const MOST_UNITS = 500;

/** The verdict on a value; where `skipped` says why it was not judged, there are no errors. */
export interface Judgement {
  readonly errors: readonly FieldError[];
  readonly skipped: string | null;
}

/** Judges a plain JSON value, see `toAnswer`. Never throws: what cannot be judged here is left to the agent. */
export const judge = (prepared: PreparedSchema, value: unknown): Judgement => {
  if (prepared.kind !== "schema")
    return { errors: prepared.kind === "never" ? [toFault([], "never")] : [], skipped: null };
  const { schema } = prepared;
  try {
    const units = findUnits(schema, schema, value).slice(0, MOST_UNITS);
    return { errors: mapErrors(units, schema, value), skipped: null };
  } catch (error) {
    return { errors: [], skipped: String(error) };
  }
};

/** The faults of a plain JSON value; none where it is fine, or where there is no telling. */
export const validate = (prepared: PreparedSchema, value: unknown): readonly FieldError[] =>
  judge(prepared, value).errors;

/**
 * Whether a part of a prepared schema, such as an `if` or a branch, takes a plain JSON value; its references
 * are those of the whole. Also false where there is no telling.
 */
export const accepts = (root: Readonly<Record<string, unknown>>, part: unknown, value: unknown): boolean => {
  try {
    const isSchema = typeof part === "boolean" || isPlainObject(part);
    return isSchema && findUnits(root, part, value).length === 0;
  } catch {
    return false;
  }
};
