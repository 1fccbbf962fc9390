import { type Copied, copyJson } from "./plain-json.ts";

/**
 * The plain JSON that is validated and sent for a value: properties that are
 * undefined are left out, nulls stay. Numbers that are not finite, functions
 * and their like, cycles and more than 200 levels are refused with their place.
 */
export const toAnswer = (value: unknown): Copied => {
  return copyJson(value, 200);
};
