import { validate as validateUnits } from "@cfworker/json-schema";
import { mapErrors } from "./error-mapper.ts";
import { toFault } from "./fault.ts";
import type { FieldError, PreparedSchema } from "./types.ts";

/** The verdict on a value; where `skipped` says why it was not judged, there are no errors. */
export interface Judgement {
  readonly errors: readonly FieldError[];
  readonly skipped: string | null;
}

/**
 * Judges a plain JSON value, see `toAnswer`. Never throws: what cannot be
 * judged here is left to the agent, with the reason in `skipped`.
 */
export function judge(prepared: PreparedSchema, value: unknown): Judgement {
  if (prepared.kind === "never") return { errors: [toFault([], "never")], skipped: null };
  if (prepared.kind === "opaque") return { errors: [], skipped: prepared.warnings[0] ?? "" };
  if (prepared.kind !== "schema") return { errors: [], skipped: null };
  try {
    const { schema } = prepared;
    const { errors } = validateUnits(value, schema, "2020-12", undefined, false);
    return { errors: mapErrors(errors, schema, value), skipped: null };
  } catch (error) {
    return { errors: [], skipped: error instanceof Error ? error.message : String(error) };
  }
}

/** The faults of a plain JSON value; none where it is fine or cannot be judged. */
export const validate = (prepared: PreparedSchema, value: unknown): readonly FieldError[] =>
  judge(prepared, value).errors;
