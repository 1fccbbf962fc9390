import { isPlainObject } from "../protocol/trust.ts";
import { own, setOwn } from "../schema/plain-json.ts";
import { resolvePointer } from "../schema/pointer.ts";

/** A schema as it is drawn: references followed, null set aside. */
export interface ExpandedSchema {
  readonly schema: Record<string, unknown>;
  readonly nullable: boolean;
}

/** Follows `$ref`, an `allOf` of one and "something or null"; what stands beside them wins. */
export function expandSchema(root: unknown, raw: unknown): ExpandedSchema {
  let schema: Record<string, unknown> = isPlainObject(raw) ? raw : {};
  let nullable = false;
  const seen = new Set<unknown>();
  for (;;) {
    const { $ref, allOf, type } = schema;
    const union = schema.anyOf === undefined ? "oneOf" : "anyOf";
    const branches = schema[union];
    if (typeof $ref === "string") {
      // A reference that leads back to itself draws nothing.
      if (seen.has($ref)) return { schema: {}, nullable };
      seen.add($ref);
      const target = resolvePointer(root, $ref);
      schema = merge(isPlainObject(target) ? target : {}, schema, "$ref");
    } else if (Array.isArray(allOf) && allOf.length === 1 && isPlainObject(allOf[0])) {
      schema = merge(allOf[0], schema, "allOf");
    } else if (Array.isArray(branches) && branches.some(isNull)) {
      nullable = true;
      const others = branches.filter((branch) => !isNull(branch));
      const [only] = others;
      schema =
        others.length === 1 && isPlainObject(only)
          ? merge(only, schema, union)
          : merge(others.length === 0 ? { type: "null" } : { [union]: others }, schema, union);
    } else if (Array.isArray(type) && (type.length === 1 || type.includes("null"))) {
      if (type.length > 1) nullable = true;
      const others = type.length === 1 ? type : type.filter((name) => name !== "null");
      schema = merge({ type: others.length === 1 ? others[0] : others }, schema, "type");
    } else {
      return { schema, nullable };
    }
  }
}

function isNull(schema: unknown): boolean {
  return isPlainObject(schema) && (schema.type === "null" || schema.const === null);
}

/** The inner schema under the outer one; properties and what is required add up. */
function merge(inner: object, outer: object, without: string): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  addAll(merged, inner);
  for (const [key, value] of Object.entries(outer)) {
    if (key === without) continue;
    const below = own(merged, key);
    if (key === "properties" && isPlainObject(below) && isPlainObject(value)) {
      const properties = {};
      addAll(properties, below);
      addAll(properties, value);
      setOwn(merged, key, properties);
    } else if (key === "required" && Array.isArray(below) && Array.isArray(value)) {
      setOwn(merged, key, [...new Set([...below, ...value])]);
    } else {
      setOwn(merged, key, value);
    }
  }
  return merged;
}

function addAll(target: object, source: object): void {
  for (const [key, value] of Object.entries(source)) setOwn(target, key, value);
}
