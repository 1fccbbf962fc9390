import { isPlainObject } from "../protocol/trust.ts";
import { expandSchema } from "./expand-schema.ts";
import type { FieldKind } from "./field-node.ts";
import { optionsOf, toOptions } from "./options.ts";

/** The kinds of one box or choice, whatever branches the schema has. */
export const plainKinds: readonly FieldKind[] = ["string", "number", "integer", "scalar", "boolean", "null"];

/** The most fields of one object; nobody fills in more, and JSON can be pasted. */
const MOST_PARTS = 400;

/** How an expanded schema that is no choice among values and no union of other things is drawn. */
export const toKind = (root: unknown, schema: Record<string, unknown>): FieldKind => {
  const { type, items, prefixItems, properties } = schema;
  const plain = plainKinds.find((kind) => kind === type);
  if (plain) return plain;
  const types = textTypes(root, schema);
  if (types.size > 0) return types.has("string") ? (types.size > 1 ? "scalar" : "string") : "number";
  if (type === "array" || (type === undefined && (items ?? prefixItems) !== undefined)) {
    if (Array.isArray(prefixItems) && prefixItems.length > 0) return "tuple";
    if (!isPlainObject(items) || Object.keys(items).length === 0) return "json";
    const options = optionsOf(root, items);
    return options.length > 0 && Number(schema.minItems ?? 0) <= options.length ? "multi-enum" : "array";
  }
  const { additionalProperties: others, patternProperties, required } = schema;
  const isOpen = isPlainObject(others) || Object.keys(Object(patternProperties)).length > 0;
  if (type !== "object" && (type !== undefined || !(isPlainObject(properties) || isOpen))) return "json";
  const count = Object.keys(Object(properties)).length;
  if (count > MOST_PARTS) return "json";
  if (isOpen) return "map";
  return others === false || required !== undefined || count > 0 ? "object" : "json";
};

/** The types of a text that may be one of several; empty where the schema is no such thing. */
const textTypes = (root: unknown, { type, anyOf, oneOf }: Record<string, unknown>): ReadonlySet<unknown> => {
  const union = type === undefined ? (anyOf ?? oneOf) : [];
  const branches = Array.isArray(union) ? union.map((part) => expandSchema(root, part).schema) : [];
  const types = branches.map((branch) => (toOptions(branch, false).length > 0 ? undefined : branch.type));
  return types.every((each) => each === "string" || each === "number" || each === "integer")
    ? new Set(types)
    : new Set();
};
