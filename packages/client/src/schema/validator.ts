import { dereference, type OutputUnit, validate } from "@cfworker/json-schema";
import { lookups, type Part } from "./pointer.ts";

/** Visits after which a validation is given up: some 10 ms, a list of 1,000 rows with 10 fields. */
const MOST_VISITS = 10_000;

let visits = 0;

/**
 * Put into each schema as its `$recursiveRef`, makes the validator count how often it visits one, references
 * followed, and give up by throwing: that is a word of an older draft that means nothing here and is read once
 * a visit.
 */
export const counter: PropertyDescriptor = {
  get() {
    visits += 1;
    if (visits > MOST_VISITS) throw new Error("The schema asks for too much.");
  },
  enumerable: false,
  configurable: true,
};

/**
 * Collects what each reference in a document leads to, by its address, before anything in it moves.
 * Incomplete where an address is malformed or stands twice. Writes into the document.
 */
export const collectAddresses = (root: object, text: string): Record<string, Part> => {
  const lookup: Record<string, Part> = Object.create(null);
  lookups.set(root, lookup);
  try {
    if (text.includes('"$ref"')) dereference(root, lookup);
  } catch {
    // What is missing is not followed.
  }
  return lookup;
};

/** What the validator finds against a value by a part of a document; throws where it cannot tell. */
export const findUnits = (root: object, part: Part, value: unknown): readonly OutputUnit[] => {
  visits = 0;
  return validate(value, part, "2020-12", lookups.get(root), false).errors;
};
