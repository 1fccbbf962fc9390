import { toFault } from "../schema/fault.ts";
import type { FieldError } from "../schema/types.ts";
import type { FieldKind, FieldNode } from "./field-node.ts";
import { isTaken } from "./field-tree.ts";

/** What a text says, or the sentence that says how to mend it. */
export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: FieldError };

/** Reads a text that is not blank by the kind of its field, strictly: nothing is guessed or rounded. */
export function parseText(node: FieldNode, text: string, kind: FieldKind = node.kind): Parsed {
  switch (kind) {
    case "integer":
    case "number":
      return parseNumber(node, text.trim());
    case "scalar":
      return { ok: true, value: parseScalar(node, text) };
    case "json":
    case "enum":
    case "multi-enum":
      return parseJson(node, text);
    default:
      return { ok: true, value: text };
  }
}

/** A number where it is one that is allowed and can be sent unchanged, else the text; in quotes always the text in them. */
function parseScalar(node: FieldNode, text: string): unknown {
  const quoted = /^".*"$/s.test(text) ? parseJson(node, text) : null;
  if (quoted?.ok) return quoted.value;
  const number = parseNumber(node, text.trim());
  // A number in other words, as 007, +49 and 1e5, may be no number but a name.
  const isPlain = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]\d+)?$/.test(text.trim()) || !isTaken(node, text);
  return number.ok && isPlain && isTaken(node, number.value) ? number.value : text;
}

function parseNumber(node: FieldNode, text: string): Parsed {
  const value = Number(text);
  const isNumber = !/[^-+.\de]/i.test(text) && !Number.isNaN(value);
  if (!isNumber || (node.kind === "integer" && !Number.isInteger(value)))
    return { ok: false, fault: toFault(node.path, "type", { ...node.limits, type: node.kind }) };
  if (digits(text) !== digits(String(value)))
    return refuse(node, "precision", {}, "Enter fewer digits, or a smaller number.");
  return { ok: true, value };
}

/** The digits of a number that count; where they are the same for what was read of a text, so is the number. */
function digits(text: string): string {
  return text.replace(/e.*|\D/gi, "").replace(/^0+|0+$/g, "");
}

function parseJson(node: FieldNode, text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    if (position === undefined) return refuse(node, "json", {}, "Enter valid JSON.");
    const lines = text.slice(0, Number(position)).split("\n");
    const line = lines.length;
    const column = (lines.at(-1)?.length ?? 0) + 1;
    return refuse(node, "json", { line, column }, `Enter valid JSON: see line ${line}, column ${column}.`);
  }
}

function refuse(node: FieldNode, keyword: string, params: FieldError["params"], message: string): Parsed {
  return { ok: false, fault: toFault(node.path, keyword, params, message) };
}

/** The text that shows a value in a field without parts, or its yes or no; null is itself. */
export function toText(node: FieldNode, value: unknown): string | boolean | null | undefined {
  const { kind } = node;
  if (value === undefined || kind === "const") return undefined;
  if (kind === "enum" || kind === "multi-enum") return JSON.stringify(value);
  if (value === null) return null;
  if (kind === "boolean") return typeof value === kind ? value === true : undefined;
  if (typeof value === "number") return String(value);
  if (typeof value !== "string" || kind === "json") return JSON.stringify(value, null, 2);
  // A text that would be read as a number, or as a text in quotes, is put into quotes.
  const isOther = kind === "scalar" && (value.trim() === "" || parseScalar(node, value) !== value);
  return isOther ? JSON.stringify(value) : value;
}
