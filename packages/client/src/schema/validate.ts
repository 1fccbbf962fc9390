import { validate as validateUnits } from "@cfworker/json-schema";
import { mapErrors } from "./error-mapper.ts";
import { toFault } from "./fault.ts";
import type { FieldError, PreparedSchema } from "./types.ts";

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
    // Writes into the schema, which is a private copy.
    return mapErrors(validateUnits(value, schema, "2020-12", undefined, false).errors, schema, value);
  } catch (error) {
    skip(String(error));
    return [];
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
