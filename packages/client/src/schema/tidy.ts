import type { FieldError } from "./types.ts";

/** Keywords that say less than another one at the same place. */
const weaker: Readonly<Record<string, readonly string[]>> = { type: ["enum", "const"], pattern: ["format"] };

/** Each fault once, and only the one that says most; of faults and their echo only the faults. */
export const tidy = (faults: readonly FieldError[]): readonly FieldError[] => {
  const keyOf = (fault: FieldError, keyword = fault.keyword) => JSON.stringify([fault.path, keyword]);
  const byKey = new Map(faults.map((fault) => [keyOf(fault), fault]));
  const isEcho = ({ keyword }: FieldError) => keyword.startsWith("unevaluated");
  const list = [...byKey.values()].filter(
    (fault) => !weaker[fault.keyword]?.some((word) => byKey.has(keyOf(fault, word))),
  );
  // What a failed part of the schema covered counts as unevaluated, too.
  return list.every(isEcho) ? list : list.filter((fault) => !isEcho(fault));
};
