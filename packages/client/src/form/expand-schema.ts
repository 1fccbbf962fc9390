import { isPlainObject } from "../protocol/trust.ts";
import { resolvePointer } from "../schema/pointer.ts";

/** A part of a schema that holds only for some values. */
export interface Condition {
  readonly if: unknown;
  readonly then?: unknown;
  readonly else?: unknown;
}

/** A schema as it is drawn: references followed, null and conditions set aside. */
export interface ExpandedSchema {
  readonly schema: Record<string, unknown>;
  readonly nullable: boolean;
  readonly conditions: readonly Condition[];
}

/**
 * Follows `$ref`, `allOf` and "something or null"; what stands beside them wins. Each reference is followed
 * once: twice adds nothing, and one that leads back to itself draws nothing.
 */
export const expandSchema = (
  root: unknown,
  raw: unknown,
  seen: Set<string> = new Set<string>(),
): ExpandedSchema => {
  const {
    if: test,
    then,
    else: otherwise,
    dependentSchemas,
    ...drawn
  }: Record<string, unknown> = isPlainObject(raw) ? raw : {};
  const conditions: Condition[] = test === undefined ? [] : [{ if: test, then, else: otherwise }];
  for (const [key, part] of Object.entries(Object(dependentSchemas))) {
    // biome-ignore lint/suspicious/noThenProperty: it is the keyword's name, and nothing awaits a condition.
    conditions.push({ if: { type: "object", required: [key] }, then: part });
  }
  let schema = drawn;
  let nullable = false;

  /** Puts parts under the schema in place of a keyword, the first one on top. */
  const include = (parts: readonly unknown[], keyword: string): void => {
    const expanded = parts.map((part) => expandSchema(root, part, seen));
    conditions.unshift(...expanded.flatMap((part) => part.conditions));
    // A part that says nothing of types takes null, too.
    nullable ||=
      expanded.some((part) => part.nullable) &&
      expanded.every((part) => part.nullable || part.schema.type === undefined);
    const { [keyword]: _, ...outer } = schema;
    schema = expanded.reduce((under, part) => merge(part.schema, under), outer);
  };

  for (;;) {
    const { $ref, allOf, type } = schema;
    const union = schema.anyOf === undefined ? "oneOf" : "anyOf";
    const branches = schema[union];
    if (typeof $ref === "string") {
      const target = seen.has($ref) ? {} : resolvePointer(root, $ref);
      seen.add($ref);
      include([target], "$ref");
    } else if (Array.isArray(allOf)) {
      include(allOf, "allOf");
    } else if (Array.isArray(branches) && branches.length === 1) {
      include(branches, union);
    } else if (Array.isArray(branches) && branches.some(isNull)) {
      schema = { ...schema, [union]: branches.filter((branch) => !isNull(branch)) };
      nullable = true;
    } else if (Array.isArray(type)) {
      const { type: _, ...rest } = schema;
      schema = { ...rest, allOf: [{ anyOf: type.map((each) => ({ type: each })) }] };
    } else {
      return { schema, nullable, conditions };
    }
  }
};

const isNull = (schema: unknown): boolean => {
  return isPlainObject(schema) && (schema.type === "null" || schema.const === null);
};

/** The inner schema under the outer one; properties and what is required add up, values to choose from are those of both. */
const merge = (inner: Record<string, unknown>, outer: Record<string, unknown>): Record<string, unknown> => {
  const merged = { ...inner, ...outer };
  const { properties: under } = inner;
  const { properties: over } = outer;
  if (isPlainObject(under) && isPlainObject(over)) {
    const shared = Object.entries(over).flatMap(([name, part]) =>
      Object.hasOwn(under, name) ? [[name, { allOf: [part, under[name]] }]] : [],
    );
    merged.properties = { ...over, ...under, ...Object.fromEntries(shared) };
  }
  const lower = inner.oneOf ?? inner.anyOf;
  const upper = outer.anyOf ?? outer.oneOf;
  if (Array.isArray(lower) && Array.isArray(upper)) {
    merged.anyOf = upper;
    merged.oneOf = lower;
  }
  if (Array.isArray(inner.enum) && Array.isArray(outer.enum)) {
    const allowed = new Set(inner.enum.map((value) => JSON.stringify(value)));
    const kept = outer.enum.map((value) => allowed.has(JSON.stringify(value)));
    for (const list of ["enum", "enumNames"])
      merged[list] = [outer[list] ?? []].flat().filter((_, at) => kept[at]);
  }
  if (inner.required && outer.required)
    merged.required = [...new Set([inner.required, outer.required].flat())];
  return merged;
};
