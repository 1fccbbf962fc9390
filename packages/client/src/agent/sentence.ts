import type { FieldError } from "../schema/types.ts";

/** What is wrong with a value, in one sentence: `trip.nights: too many; to: missing`. */
export const toSentence = (faults: readonly FieldError[]): string =>
  faults
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`))
    .join("; ");
