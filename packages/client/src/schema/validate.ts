import { dereference, type OutputUnit, validate as validateUnits } from "@cfworker/json-schema";
import { isPlainObject } from "../protocol/trust.ts";
import { mapErrors } from "./error-mapper.ts";
import { toFault } from "./fault.ts";
import type { FieldError, PreparedSchema } from "./types.ts";

/** The parts that the references of a schema lead to, collected once. */
const lookups = new WeakMap<object, ReturnType<typeof dereference>>();

/** What the validator finds against a value by a part of a schema; throws where it cannot tell. */
function findUnits(
  root: Readonly<Record<string, unknown>>,
  part: Readonly<Record<string, unknown>> | boolean,
  value: unknown,
): readonly OutputUnit[] {
  // Writes into the schema, which is a private copy.
  const lookup = lookups.get(root) ?? dereference(root);
  lookups.set(root, lookup);
  return validateUnits(value, part, "2020-12", lookup, false).errors;
}

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
    return mapErrors(findUnits(schema, schema, value), schema, value);
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
