import { isPlainObject } from "../protocol/trust.ts";
import { own } from "../schema/plain-json.ts";
import type { Path, PreparedSchema } from "../schema/types.ts";
import { expandSchema } from "./expand-schema.ts";
import type { FieldKind, FieldLimits, FieldNode } from "./field-node.ts";
import { toLabel } from "./label.ts";
import { toOptions } from "./options.ts";

const limitKeywords = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
] as const;

const plainKinds: readonly FieldKind[] = ["string", "number", "integer", "boolean", "null"];

/** What to draw for a schema. A root that is no object is one field with the path `[]`. */
export function toFieldTree(prepared: PreparedSchema): FieldNode {
  if (prepared.kind === "schema") return toNode(prepared.schema, prepared.schema, [], true);
  const kind = prepared.kind === "missing" || prepared.kind === "never" ? prepared.kind : "json";
  return { ...toNode({}, {}, [], true), kind };
}

function toNode(root: unknown, raw: unknown, path: Path, required: boolean): FieldNode {
  const { schema, nullable } = expandSchema(root, raw);
  const key = path.at(-1) ?? null;
  // An `example` is what OpenAPI calls it.
  const { title, description, example, examples = [example], format } = schema;
  const options = toOptions(schema, nullable);
  const kind = raw === false ? "never" : options.length > 0 ? "enum" : toKind(root, schema, path);
  const hasDefault = Object.hasOwn(schema, "default");
  return {
    kind,
    path,
    key,
    label: typeof title === "string" && title !== "" ? title : toLabel(key),
    ...(typeof description === "string" && description !== "" && { description }),
    required,
    nullable: nullable || options.some((option) => option.value === null),
    // A value that must be given and is not there yet has to be given by the person.
    readOnly: schema.readOnly === true && (hasDefault || !required),
    ...(hasDefault && { default: schema.default }),
    examples: Array.isArray(examples) ? examples.filter((each) => each !== undefined) : [],
    ...(typeof format === "string" && { format }),
    limits: toLimits(schema),
    options,
    children: kind === "object" ? toChildren(root, schema, path) : [],
  };
}

function toKind(root: unknown, schema: Record<string, unknown>, path: Path): FieldKind {
  const { type } = schema;
  for (const kind of plainKinds) if (type === kind) return kind;
  const isObject = type === "object" || (type === undefined && isPlainObject(schema.properties));
  return isObject && path.length === 0 && isDrawable(root, schema) ? "object" : "json";
}

/** Whether the properties are all there is to draw: no part of the schema may bring in others. */
function isDrawable(root: unknown, schema: Record<string, unknown>): boolean {
  const properties = isPlainObject(schema.properties) ? schema.properties : {};
  const { additionalProperties: additional, allOf, anyOf, oneOf, dependentSchemas } = schema;
  const closed = additional === false || schema.unevaluatedProperties === false;
  if (Object.keys(properties).length === 0 && !closed) return false;
  const parts = [allOf, anyOf, oneOf, isPlainObject(dependentSchemas) ? Object.values(dependentSchemas) : []]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .concat(schema.if, schema.then, schema.else);
  return parts.every((part) => {
    if (!isPlainObject(part)) return true;
    const { schema: branch } = expandSchema(root, part);
    const required: unknown[] = Array.isArray(branch.required) ? branch.required : [];
    const names = [...Object.keys(Object(branch.properties)), ...required];
    return (
      ![branch.allOf, branch.anyOf, branch.oneOf].some(Boolean) &&
      names.every((name) => typeof name === "string" && Object.hasOwn(properties, name))
    );
  });
}

function toChildren(root: unknown, schema: Record<string, unknown>, path: Path): readonly FieldNode[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const properties = isPlainObject(schema.properties) ? schema.properties : {};
  const children = Object.entries(properties).map(([key, part]) =>
    toNode(root, part, [...path, key], required.has(key)),
  );
  for (const key of required) {
    if (typeof key !== "string" || Object.hasOwn(properties, key)) continue;
    // A key that must be there although no property describes it.
    children.push(toNode(root, schema.additionalProperties ?? {}, [...path, key], true));
  }
  return children.filter((child) => child.kind !== "never");
}

function toLimits(schema: Record<string, unknown>): FieldLimits {
  return Object.fromEntries(
    limitKeywords.flatMap((keyword) => {
      const limit = own(schema, keyword);
      return typeof limit === "number" ? [[keyword, limit]] : [];
    }),
  );
}
