import { isPlainObject } from "../protocol/trust.ts";
import { own } from "../schema/plain-json.ts";
import type { Path, PreparedSchema } from "../schema/types.ts";
import { accepts } from "../schema/validate.ts";
import { type ExpandedSchema, expandSchema } from "./expand-schema.ts";
import { plainKinds, toKind } from "./field-kind.ts";
import type { FieldKind, FieldLimits, FieldNode } from "./field-node.ts";
import { toLabel } from "./label.ts";
import { optionsOf, toOptions } from "./options.ts";
import { type Branch, labelBranches, onlyOption, tagsOf, toBranches } from "./union.ts";

/** The most conditions in conditions that are followed. */
const MOST_ROUNDS = 8;

/** Where a node is made. */
interface Place {
  readonly root: Readonly<Record<string, unknown>>;
  readonly path: Path;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** The keys in it that say which branch of a union it is. */
  readonly tags: ReadonlySet<unknown>;
  /** Where it is the root: the property for the edited arguments of a call. */
  readonly edits?: Edits | null;
}

/** The arguments of a call as an answer may change them. */
export interface Edits {
  /** The property of the answer that takes them. */
  readonly key: string;
  /** The arguments as the agent gave them. */
  readonly input: unknown;
  /** The schema of the tool, for a response schema that says no more than "an object". */
  readonly parameters: PreparedSchema;
}

/** What a node says of itself. */
type Facts = Omit<FieldNode, "children">;

/** What a node was made from, to make the nodes that it leads to. */
interface Source {
  readonly facts: Facts;
  readonly place: Place;
  /** The place of its parts. */
  readonly inside: Place;
  readonly expanded: ExpandedSchema;
  readonly branches: readonly Branch[];
  readonly made: Map<unknown, FieldNode | undefined>;
}

const sources = new WeakMap<FieldNode, Source>();
const noTags: ReadonlySet<unknown> = new Set();

/** What to draw for a schema. A root that is no object is one field with the path `[]`. */
export const toFieldTree = (prepared: PreparedSchema, edits: Edits | null = null): FieldNode => {
  const place = { path: [], required: true, readOnly: false, tags: noTags, edits };
  if (prepared.kind === "schema") return toNode({ ...place, root: prepared.schema }, prepared.schema);
  const kind = prepared.kind === "missing" || prepared.kind === "never" ? prepared.kind : "json";
  return { ...toNode({ ...place, root: {} }, {}), kind };
};

/** What a node says of itself; to copy the node would make its children. */
export const factsOf = (node: FieldNode): Facts => {
  return sources.get(node)?.facts ?? node;
};

/** The fields that an object asks for, which need not be made for that; its own frame counts as four. */
export const countParts = (node: FieldNode): number => {
  const { properties } = sources.get(node)?.expanded.schema ?? {};
  return 4 + Object.keys(Object(properties)).length;
};

/** The part at a key of an object or an index of a list; the same node each time, undefined where there is none. */
export const childAt = (node: FieldNode, key: string | number): FieldNode | undefined => {
  return made(node, key, ({ inside, expanded: { schema } }) => {
    const named = node.children.find((child) => child.key === key);
    if (named) return named;
    // An entry has the name that somebody gave it.
    const raw = typeof key === "number" ? itemOf(schema, key) : { title: key, allOf: [entryOf(schema, key)] };
    if (raw === false) return undefined;
    return toNode({ ...inside, path: [...inside.path, key], required: true }, raw);
  });
};

/** The node of one way to answer of a union, at the same place. */
export const branchAt = (node: FieldNode, index: number): FieldNode | undefined => {
  return made(node, index, ({ place, branches }) => {
    const branch = branches[index];
    const tags = tagsOf(place.root, branches);
    const way = branch && toNode({ ...place, required: true, tags }, branch.whole);
    // What is left of unions in unions without end can only be typed.
    return way?.kind === "union" ? { ...way, kind: "json" } : way;
  });
};

/** The way of a union that takes a value, else the one that it looks most like; -1 for none. */
export const branchOf = (node: FieldNode, value: unknown): number => {
  const { place, branches = [] } = sources.get(node) ?? {};
  const root = place?.root ?? {};
  const fitting = branches.findIndex(({ test }) => accepts(root, test, value));
  return fitting < 0
    ? branches.findIndex(({ schema }) => accepts(root, outlineOf(root, schema), value))
    : fitting;
};

/** Whether the schema of a node takes a value by itself. */
export const isTaken = (node: FieldNode, value: unknown): boolean => {
  const source = sources.get(node);
  return source === undefined || accepts(source.place.root, source.expanded.schema, value);
};

/** The node as a value in it makes it: with what the conditions of its schema bring for this value. */
export const liveNode = (node: FieldNode, read: () => unknown, rounds: number = MOST_ROUNDS): FieldNode => {
  const { place, expanded } = sources.get(node) ?? {};
  const conditions = expanded?.conditions ?? [];
  if (conditions.length === 0) return node;
  const value = read();
  const met = conditions.map(({ if: test }) => accepts(place?.root ?? {}, test, value));
  const parts = conditions.map((condition, at) => (met[at] ? condition.then : condition.else));
  const brought = parts.filter(isPlainObject);
  if (rounds === 0 || brought.length === 0) return node;
  const live = made(node, JSON.stringify(met), (source) =>
    toNode(source.place, { allOf: [source.expanded.schema, ...brought] }),
  );
  return live ? liveNode(live, () => value, rounds - 1) : node;
};

/** Makes what a node leads to once. */
const made = (
  node: FieldNode,
  key: unknown,
  make: (source: Source) => FieldNode | undefined,
): FieldNode | undefined => {
  const source = sources.get(node);
  if (source && !source.made.has(key)) source.made.set(key, make(source));
  return source?.made.get(key);
};

const toNode = (place: Place, raw: unknown, isTag = false): FieldNode => {
  const { root, path, required } = place;
  const expanded = expandSchema(root, raw);
  const { schema, nullable } = expanded;
  const key = path.at(-1) ?? null;
  const { title, description, examples, format } = schema;
  const values = toOptions(schema, nullable);
  const drawing = raw === false ? "never" : toKind(root, schema);
  const branches =
    values.length > 0 || plainKinds.includes(drawing)
      ? []
      : toBranches(root, expanded.conditions.length > 0 ? { ...schema, allOf: expanded.conditions } : schema);
  const hasDefault = Object.hasOwn(schema, "default");
  // What says yes is said by a person, not by the schema.
  const isFixed =
    values.length === 1 &&
    (isTag || ((required || hasDefault) && typeof (schema.const ?? true) !== "boolean"));
  const kind = isFixed ? "const" : values.length > 0 ? "enum" : branches.length > 0 ? "union" : drawing;
  // A value that must be given and is not there yet has to be given by the person.
  const readOnly = place.readOnly || (schema.readOnly === true && (hasDefault || !required));
  const inside: Place = { ...place, readOnly, tags: noTags, edits: null };
  let children: readonly FieldNode[] | null = null;
  const facts: Facts = {
    kind,
    path,
    key,
    label: toLabel(key, title),
    ...(typeof description === "string" && description !== "" && { description }),
    required,
    nullable: nullable || values.some((option) => option.value === null),
    readOnly,
    writeOnly: schema.writeOnly === true,
    deprecated: schema.deprecated === true,
    ...(hasDefault && { default: schema.default }),
    examples: Array.isArray(examples) ? examples : [],
    ...(typeof format === "string" && { format }),
    limits: toLimits(schema),
    options:
      kind === "union"
        ? labelBranches(root, branches)
        : kind === "multi-enum"
          ? optionsOf(root, schema.items)
          : values,
  };
  const node: FieldNode = {
    ...facts,
    get children() {
      children ??= toChildren(kind, inside, schema, place);
      return children;
    },
  };
  sources.set(node, { facts, place, inside, expanded, branches, made: new Map() });
  return node;
};

const toChildren = (
  kind: FieldKind,
  inside: Place,
  schema: Record<string, unknown>,
  { tags, edits }: Place,
): readonly FieldNode[] => {
  const toChild = (key: string | number, part: unknown, required: boolean): FieldNode => {
    const place = { ...inside, path: [...inside.path, key], required };
    return edits?.key === key ? toEdits(place, part, edits) : toNode(place, part, tags.has(key));
  };
  if (kind === "tuple") return [schema.prefixItems].flat().map((part, index) => toChild(index, part, true));
  if (kind !== "object" && kind !== "map") return [];
  const required: ReadonlySet<unknown> = new Set([schema.required].flat());
  const properties = isPlainObject(schema.properties) ? schema.properties : {};
  const children = Object.entries(properties).map(([key, part]) => toChild(key, part, required.has(key)));
  for (const key of required) {
    // A key that must be there although no property describes it.
    if (typeof key === "string" && !Object.hasOwn(properties, key))
      children.push(toChild(key, entryOf(schema, key), true));
  }
  return children.filter((child) => child.kind !== "never");
};

/** The edited arguments: by the tool's own schema where the response schema says nothing of them, and as they were. */
const toEdits = (place: Place, part: unknown, { input, parameters }: Edits): FieldNode => {
  const plain = toNode(place, { allOf: [part], default: input });
  if (plain.kind !== "json" || parameters.kind !== "schema") return plain;
  const { label: title, description } = plain;
  const root = parameters.schema;
  return toNode({ ...place, root }, { title, description, default: input, allOf: [root] });
};

/** The schema of an item of a list; false where there can be none. */
const itemOf = ({ prefixItems, items = {} }: Record<string, unknown>, index: number): unknown => {
  return index < 0 ? false : (own(prefixItems, index) ?? items);
};

/** The schema of a key that no property describes; one that should not be there may be anything. */
const entryOf = (schema: Record<string, unknown>, key: string): unknown => {
  const { additionalProperties: others, patternProperties } = schema;
  const parts = Object.entries(Object(patternProperties)).flatMap(([pattern, part]) =>
    new RegExp(pattern, "u").test(key) ? [part] : [],
  );
  return parts.length > 0 ? { allOf: parts } : isPlainObject(others) ? others : {};
};

/** What a value has to be like before it is right, as a text that is not yet long enough. */
const outlineOf = (root: unknown, schema: Record<string, unknown>): object => {
  const { type, const: only, enum: values, properties } = schema;
  const fixed = Object.entries(Object(properties)).filter(([, part]) => onlyOption(root, part));
  return {
    type: type ?? (properties && "object"),
    const: only,
    enum: values,
    properties: Object.fromEntries(fixed),
    required: fixed.map(([key]) => key),
  };
};

/** The names of all limits begin alike. */
const toLimits = (schema: Record<string, unknown>): FieldLimits => {
  const limits = Object.entries(schema).flatMap(([key, limit]) =>
    typeof limit === "number" && /^(min|max|exclusive|multiple)/.test(key) ? [[key, limit]] : [],
  );
  return Object.fromEntries(limits);
};
