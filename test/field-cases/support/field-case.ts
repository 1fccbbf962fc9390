import { readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "vitest";

/** The folder with our copies of the cases. */
export const casesFolder: string = join(import.meta.dirname, "../cases");

/** One fault that people reported, as a small input of our own with what should come of it. */
export interface FieldCase<Input, Expected> {
  readonly id: string;
  /** The reports: repository and number. */
  readonly source: string;
  readonly kind: string;
  readonly input: Input;
  readonly expected: Expected;
}

/** Reads a case; the test that asserts it says which members it uses. */
export function load<Input, Expected>(id: string): FieldCase<Input, Expected> {
  return JSON.parse(readFileSync(`${casesFolder}/${id}.json`, "utf8"));
}

/** The one test of a case, named after it and its reports. */
export function fieldCase<Input, Expected>(
  id: string,
  hold: (input: Input, expected: Expected) => Promise<void>,
): void {
  const { source, input, expected } = load<Input, Expected>(id);
  it(`${id} (${source})`, () => hold(input, expected), 30_000);
}

/** An event as a case spells it. */
export type WireEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** The events with some of them replaced, by their index. */
export const withReplaced = (
  events: readonly WireEvent[],
  replace: Readonly<Record<string, WireEvent>>,
): readonly WireEvent[] => events.map((event, index) => replace[index] ?? event);

/** The variant of this name. */
export function variant<Variant extends { readonly name: string }>(
  variants: readonly Variant[],
  name: string,
): Variant {
  const found = variants.find((each) => each.name === name);
  if (found === undefined) throw new Error(`The case has no variant "${name}".`);
  return found;
}
