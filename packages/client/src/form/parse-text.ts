import { toFault } from "../schema/fault.ts";
import type { FieldKind, FieldNode } from "./field-node.ts";
import { isTaken } from "./field-tree.ts";
import { imprecise, isExact, type Parsed, parseJson } from "./parse-json.ts";

/** Reads a text that is not blank by the kind of its field, strictly: nothing is guessed or rounded. */
export const parseText = (node: FieldNode, text: string, kind: FieldKind = node.kind): Parsed => {
  switch (kind) {
    case "integer":
    case "number":
      return parseNumber(node, text);
    case "scalar":
      return { ok: true, value: parseScalar(node, text) };
    case "json":
    case "enum":
    case "multi-enum":
      return parseJson(text, node.path);
    default:
      return { ok: true, value: text };
  }
};

/** A number where it is one that is allowed and can be sent unchanged, else the text; in quotes always the text in them. */
const parseScalar = (node: FieldNode, text: string): unknown => {
  const quoted = /^".*"$/s.test(text) ? parseJson(text) : null;
  if (quoted?.ok) return quoted.value;
  const number = parseNumber(node, text);
  // A number in other words, as 007, +49 and 1e5, may be no number but a name.
  const isPlain = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]\d+)?$/.test(text.trim()) || !isTaken(node, text);
  return number.ok && isPlain && isTaken(node, number.value) ? number.value : text;
};

const parseNumber = (node: FieldNode, text: string): Parsed => {
  // JSON has no minus zero.
  const value = Number(text) + 0;
  const isNumber = !/[^-+.\de]/i.test(text.trim()) && !Number.isNaN(value);
  if (!isNumber || (node.kind === "integer" && !Number.isInteger(value)))
    return { ok: false, fault: toFault(node.path, "type", { ...node.limits, type: node.kind }) };
  return isExact(text) ? { ok: true, value } : { ok: false, fault: imprecise(node.path) };
};

/** The text that shows a value in a field without parts, or its yes or no; null is itself. */
export const toText = (node: FieldNode, value: unknown): string | boolean | null | undefined => {
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
};
