import { type Schema, Validator } from "@cfworker/json-schema";
import { mapErrors } from "./error-mapper.ts";
import { toFault } from "./fault.ts";
import type { FieldError, PreparedSchema } from "./types.ts";

/** The verdict on a value; where `skipped` says why it was not judged, there are no errors. */
export interface Judgement {
  readonly errors: readonly FieldError[];
  readonly skipped: string | null;
}

const compiled = new WeakMap<PreparedSchema, Validator | string>();

// A prepared schema is a private copy: the validator writes into it, and what it cannot use makes it throw.
function isSchema(value: Readonly<Record<string, unknown>>): value is Schema {
  return typeof value === "object";
}

function compile(prepared: PreparedSchema & { kind: "schema" }): Validator | string {
  let validator = compiled.get(prepared);
  if (validator === undefined) {
    try {
      validator = isSchema(prepared.schema) ? new Validator(prepared.schema, "2020-12", false) : "";
    } catch (error) {
      validator = explain(error);
    }
    compiled.set(prepared, validator);
  }
  return validator;
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Judges a plain JSON value, see `toAnswer`. Never throws: what cannot be
 * judged here is left to the agent, with the reason in `skipped`.
 */
export function judge(prepared: PreparedSchema, value: unknown): Judgement {
  if (prepared.kind === "never") return { errors: [toFault([], "never")], skipped: null };
  if (prepared.kind === "opaque") return { errors: [], skipped: prepared.warnings[0] ?? "" };
  if (prepared.kind !== "schema") return { errors: [], skipped: null };
  const validator = compile(prepared);
  if (typeof validator === "string") return { errors: [], skipped: validator };
  try {
    const { valid, errors } = validator.validate(value);
    return { errors: valid ? [] : mapErrors(errors, prepared.schema, value), skipped: null };
  } catch (error) {
    return { errors: [], skipped: explain(error) };
  }
}

/** The faults of a plain JSON value; none where it is fine or cannot be judged, which `onProblem` hears. */
export function validate(
  prepared: PreparedSchema,
  value: unknown,
  onProblem?: (reason: string) => void,
): readonly FieldError[] {
  const { errors, skipped } = judge(prepared, value);
  if (skipped !== null) onProblem?.(skipped);
  return errors;
}
