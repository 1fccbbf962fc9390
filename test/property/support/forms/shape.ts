export type Json = Readonly<Record<string, unknown>>;

/** A schema and three values of it: an answer, a default, and another answer. */
export interface Shape {
  readonly schema: unknown;
  readonly values: readonly [unknown, unknown, unknown];
}

export interface Options {
  /** Everything in the values can be said by fields: nothing empty, no keys beside the named ones, no defaults. */
  readonly plain: boolean;
  /** How many parts are in parts. */
  readonly depth: number;
}
