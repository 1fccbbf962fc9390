import { toFault } from "../schema/fault.ts";
import type { FieldError, Path } from "../schema/types.ts";

/** What a text says, or the sentence that says how to mend it. */
export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: FieldError };

/**
 * Reads JSON that a person typed, or a call's arguments. What is none is a fault with keyword `json` that says in
 * which line and column; a number that cannot be sent with all of its digits is one with keyword `precision`.
 */
export const parseJson = (text: string, path: Path = []): Parsed => {
  try {
    const value: unknown = JSON.parse(text);
    const numbers = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, "").match(/-?\d[\d.eE+-]*/g) ?? [];
    return numbers.every(isExact) ? { ok: true, value } : { ok: false, fault: imprecise(path) };
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    const before = text.slice(0, Number(position));
    const line = before.split("\n").length;
    const column = before.length - before.lastIndexOf("\n");
    const [params, where] = position ? [{ line, column }, `: see line ${line}, column ${column}`] : [{}, ""];
    return { ok: false, fault: toFault(path, "json", params, `Enter valid JSON${where}.`) };
  }
};

/** Says that a number would be sent as another one. */
export const imprecise = (path: Path): FieldError => {
  return toFault(path, "precision", {}, "Enter fewer digits, or a smaller number.");
};

/** Whether the digits that count of a number are the same in what is read of it, and so is the number. */
export const isExact = (text: string): boolean => {
  return digits(text) === digits(String(Number(text)));
};

const digits = (text: string): string => {
  return text.replace(/e.*|\D/gi, "").replace(/^0+|0+$/g, "");
};
