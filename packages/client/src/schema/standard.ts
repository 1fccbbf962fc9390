import { toFault } from "./fault.ts";
import type { FieldError } from "./types.ts";

/** The part of Standard Schema that is used here, with the JSON Schema that zod 4 and others give. */
export interface StandardSchema<Output = unknown, Input = Output> {
  readonly "~standard": {
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema?: {
      readonly input: (options: { target: "draft-2020-12" }) => Record<string, unknown>;
    };
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema makes of a value, or why it refuses it. */
export type StandardReading<Output> =
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * The schema that zod 4 and others make of themselves; undefined where there is none. Throws a `TypeError` that
 * names whose it is for one of what JSON cannot carry, such as a date.
 */
export function jsonSchemaOf(schema: StandardSchema, owner: string): Record<string, unknown> | undefined {
  try {
    return schema["~standard"].jsonSchema?.input({ target: "draft-2020-12" });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`The schema of "${owner}" has no JSON Schema: ${reason}`, { cause });
  }
}

/** Whether a value is a Standard Schema. */
export const isStandardSchema = (value: unknown): value is StandardSchema =>
  ((typeof value === "object" && value !== null) || typeof value === "function") && "~standard" in value;

/**
 * Reads a value by a schema. A schema that throws refuses, as does one that is asynchronous, which
 * nothing here can wait for.
 */
export function readStandard<Output>(
  schema: StandardSchema<Output, unknown>,
  value: unknown,
): StandardReading<Output> {
  let result: StandardResult<Output> | Promise<StandardResult<Output>>;
  try {
    result = schema["~standard"].validate(value);
  } catch (error) {
    return refused(String(error));
  }
  if (result instanceof Promise) {
    result.catch(() => {});
    return refused("The schema is asynchronous, which cannot be used here.");
  }
  if (result.issues === undefined) return { ok: true, value: result.value };
  return { ok: false, errors: result.issues.map(toFieldError) };
}

const refused = (message: string): StandardReading<never> => ({
  ok: false,
  errors: [toFault([], "schema", {}, message)],
});

function toFieldError({ message, path = [] }: StandardIssue): FieldError {
  const keys = path.map((part) => (typeof part === "object" ? part.key : part));
  return toFault(
    keys.map((key) => (typeof key === "number" ? key : String(key))),
    "schema",
    {},
    message,
  );
}
