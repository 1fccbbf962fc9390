import { isPlainObject } from "../protocol/trust.ts";
import { own } from "../schema/plain-json.ts";
import type { Path, PreparedSchema } from "../schema/types.ts";
import { expandSchema } from "./expand-schema.ts";
import type { FieldKind, FieldLimits, FieldNode } from "./field-node.ts";
import { toLabel, toTitle } from "./label.ts";
import { toOptions } from "./options.ts";

const limitKeywords = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
] as const;

const plainKinds: readonly FieldKind[] = ["string", "number", "integer", "boolean", "null"];

/** How deep lists may lie directly in lists. */
const MAX_NESTED_LISTS = 3;

/** Where a node is made. */
interface Place {
  readonly root: unknown;
  readonly path: Path;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** The schemas around it that are drawn without being asked for. */
  readonly around: readonly unknown[];
}

const itemsOf = new WeakMap<FieldNode, (index: number) => FieldNode>();

/** What to draw for a schema. A root that is no object is one field with the path `[]`. */
export function toFieldTree(prepared: PreparedSchema): FieldNode {
  const place = { path: [], required: true, readOnly: false, around: [] };
  if (prepared.kind === "schema") return toNode({ ...place, root: prepared.schema }, prepared.schema);
  const kind = prepared.kind === "missing" || prepared.kind === "never" ? prepared.kind : "json";
  return { ...toNode({ ...place, root: {} }, {}), kind };
}

/** The part at a key of an object or an index of a list; the same node each time, undefined where there is none. */
export function childAt(node: FieldNode, key: string | number): FieldNode | undefined {
  if (typeof key === "number") return key >= 0 ? itemsOf.get(node)?.(key) : undefined;
  return node.children.find((child) => child.key === key);
}

/** Whether a value is an object or a list with something in it, for a field of that kind. */
function hasParts(kind: FieldKind, value: unknown): boolean {
  return kind === "object"
    ? isPlainObject(value)
    : kind === "array" && Array.isArray(value) && value.length > 0;
}

function toNode(place: Place, raw: unknown): FieldNode {
  const { root, path, required } = place;
  const { schema, nullable } = expandSchema(root, raw);
  const key = path.at(-1) ?? null;
  // An `example` is what OpenAPI calls it.
  const { title, description, example, examples = [example], format } = schema;
  const options = toOptions(schema, nullable);
  const drawing = raw === false ? "never" : toKind(root, schema, options, path);
  const isDrawnAtOnce = hasParts(drawing, schema.default) || (drawing === "object" && required && !nullable);
  // What must hold itself without end can only be typed.
  const kind = isDrawnAtOnce && place.around.includes(raw) ? "json" : drawing;
  const hasDefault = Object.hasOwn(schema, "default");
  // A value that must be given and is not there yet has to be given by the person.
  const readOnly = place.readOnly || (schema.readOnly === true && (hasDefault || !required));
  let children: readonly FieldNode[] | null = kind === "object" ? null : [];
  const node: FieldNode = {
    kind,
    path,
    key,
    label: typeof title === "string" && title !== "" ? toTitle(title, key) : toLabel(key),
    ...(typeof description === "string" && description !== "" && { description }),
    required,
    nullable: nullable || options.some((option) => option.value === null),
    readOnly,
    ...(hasDefault && { default: schema.default }),
    examples: Array.isArray(examples) ? examples.filter((each) => each !== undefined) : [],
    ...(typeof format === "string" && { format }),
    limits: toLimits(schema),
    options,
    get children() {
      children ??= toChildren(inside, schema);
      return children;
    },
  };
  const inside: Place = { ...place, readOnly, around: isDrawnAtOnce ? [...place.around, raw] : [] };
  if (kind === "array") {
    const items: FieldNode[] = [];
    itemsOf.set(node, (index) => {
      const item =
        items[index] ?? toNode({ ...inside, path: [...path, index], required: true }, schema.items);
      items[index] = item;
      return item;
    });
  }
  return node;
}

function toKind(
  root: unknown,
  schema: Record<string, unknown>,
  options: readonly unknown[],
  path: Path,
  nestedLists = 0,
): FieldKind {
  if (options.length > 0) return "enum";
  const { type, properties } = schema;
  for (const kind of plainKinds) if (type === kind) return kind;
  if (type === "array") return isList(root, schema, path, nestedLists) ? "array" : "json";
  const isObject = type === "object" || (type === undefined && isPlainObject(properties));
  const isWhole = path.length === 0 || holdsOnlyProperties(schema);
  return isObject && isWhole && isDrawable(root, schema) ? "object" : "json";
}

/** Whether every item is of one schema that can be drawn. */
function isList(root: unknown, schema: Record<string, unknown>, path: Path, nestedLists: number): boolean {
  const { items, prefixItems, allOf, anyOf, oneOf, default: preset } = schema;
  if (!isPlainObject(items) || nestedLists >= MAX_NESTED_LISTS) return false;
  if ([prefixItems, allOf, anyOf, oneOf, schema.if].some((part) => part !== undefined)) return false;
  if (preset !== undefined && preset !== null && !Array.isArray(preset)) return false;
  const { schema: item, nullable } = expandSchema(root, items);
  return toKind(root, item, toOptions(item, nullable), [...path, 0], nestedLists + 1) !== "json";
}

/** Whether nothing beside the named properties is asked for: what has other keys, or a default with such, is typed. */
function holdsOnlyProperties({
  properties,
  patternProperties,
  additionalProperties: others = false,
  default: preset,
}: Record<string, unknown>): boolean {
  if (others !== false || patternProperties !== undefined) return false;
  if (preset === undefined || preset === null) return true;
  const names = Object(properties);
  return isPlainObject(preset) && Object.keys(preset).every((key) => Object.hasOwn(names, key));
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

function toChildren(inside: Place, schema: Record<string, unknown>): readonly FieldNode[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const properties = isPlainObject(schema.properties) ? schema.properties : {};
  const toChild = (key: string, part: unknown): FieldNode =>
    toNode({ ...inside, path: [...inside.path, key], required: required.has(key) }, part);
  const children = Object.entries(properties).map(([key, part]) => toChild(key, part));
  for (const key of required) {
    if (typeof key !== "string" || Object.hasOwn(properties, key)) continue;
    // A key that must be there although no property describes it.
    children.push(toChild(key, schema.additionalProperties ?? {}));
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
