/** A place inside a value: keys of objects and indexes of arrays, never a joined string. */
export type Path = readonly (string | number)[];

/** One fault of an answer, once, at the place where a person can mend it. */
export interface FieldError {
  /** Where the fault is; `required` points at the missing field itself. Empty for the answer as a whole. */
  readonly path: Path;
  /** The JSON Schema keyword that refused, such as `required` or `minimum`. */
  readonly keyword: string;
  /** What a translation of the message needs, such as `{ limit: 99 }`. */
  readonly params: Readonly<Record<string, unknown>>;
  /** A sentence in English that says how to mend it. */
  readonly message: string;
}

/**
 * A response schema made safe. `schema`: a private copy in draft 2020-12.
 * `missing`: there is none, any JSON answers. `any`: it allows everything.
 * `never`: it allows nothing, so only declining is left. `opaque`: it cannot
 * be used here, the agent judges; `warnings` say why.
 */
export type PreparedSchema =
  | {
      readonly kind: "schema";
      readonly schema: Readonly<Record<string, unknown>>;
      readonly warnings: readonly string[];
    }
  | { readonly kind: "missing" | "any" | "never" | "opaque"; readonly warnings: readonly string[] };
