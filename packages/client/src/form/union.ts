import { isPlainObject } from "../protocol/trust.ts";
import { own } from "../schema/plain-json.ts";
import { expandSchema } from "./expand-schema.ts";
import type { FieldOption } from "./field-node.ts";
import { toLabel } from "./label.ts";
import { toOptions } from "./options.ts";

/** One way to answer of a union. */
export interface Branch {
  /** The part of the schema that says whether a value goes this way. */
  readonly test: unknown;
  /** All that holds for a value that goes this way. */
  readonly whole: unknown;
}

/** The most ways that are drawn; unions in unions count as one. */
const MOST_BRANCHES = 200;

/** What says how a value is drawn; branches that say none of it only limit it. */
const shaping = "type properties const enum items prefixItems anyOf oneOf patternProperties".split(" ");
const kindWords: Readonly<Record<string, string>> = {
  string: "Text",
  number: "Number",
  integer: "Whole number",
  boolean: "Yes or no",
  array: "List",
  object: "Details",
};

/** The ways to answer of an expanded schema; empty where it is no union. */
export function toBranches(root: unknown, schema: Record<string, unknown>): readonly Branch[] {
  const { type, title, description, default: preset, anyOf, oneOf, ...rest } = schema;
  if (Array.isArray(type))
    return type.map((each) => ({ test: { type: each }, whole: { ...schema, type: each } }));
  const parts: unknown = anyOf ?? oneOf;
  if (!Array.isArray(parts)) return [];
  const base = type === undefined ? rest : { ...rest, type };
  const branches = parts.flatMap((part: unknown): readonly Branch[] => {
    if (part === false) return [];
    const whole = { allOf: [part, base] };
    const inner = expandSchema(root, whole);
    const nested = toOptions(inner.schema, false).length > 0 ? [] : toBranches(root, inner.schema);
    return nested.length > 0 ? nested : [{ test: part, whole }];
  });
  const isDrawn = type !== undefined || isPlainObject(base.properties);
  const limits = parts.every((part) => {
    const keys = Object.entries(expandSchema(root, part).schema);
    return keys.every(([key, value]) => !shaping.includes(key) || (key === "type" && value === type));
  });
  return isDrawn && limits ? [] : branches.slice(0, MOST_BRANCHES);
}

/** What a branch is for: the key that says which one it is, in the words of most frameworks "kind" or "type". */
export function tagsOf(root: unknown, branches: readonly Branch[]): ReadonlySet<string> {
  const [first = [], ...others] = branches.map(({ whole }) => {
    const { properties } = expandSchema(root, whole).schema;
    return Object.entries(Object(properties)).flatMap(([key, part]) =>
      isPlainObject(part) && toOptions(expandSchema(root, part).schema, false).length === 1 ? [key] : [],
    );
  });
  return new Set(first.filter((key) => branches.length > 1 && others.every((keys) => keys.includes(key))));
}

/** The names of the ways to answer, each its own. */
export function labelBranches(root: unknown, branches: readonly Branch[]): readonly FieldOption[] {
  const tags = tagsOf(root, branches);
  const labels = branches.map(({ test, whole }, at) => {
    const { schema } = expandSchema(root, whole);
    const [tag = ""] = tags;
    const value = toOptions(expandSchema(root, own(schema.properties, tag)).schema, false)[0]?.value;
    const { title, type, required } = schema;
    const [key, ...more] = Array.isArray(required) ? required : [];
    const ref = own(test, "$ref");
    if (typeof title === "string" && title !== "") return title;
    if (typeof value === "string") return toLabel(value);
    if (typeof ref === "string") return toLabel(ref.slice(ref.lastIndexOf("/") + 1));
    if (typeof key === "string" && more.length === 0) return toLabel(key);
    return kindWords[String(type)] ?? `Option ${at + 1}`;
  });
  return branches.map(({ test }, value) => {
    const description = own(test, "description");
    const label = labels[value] ?? "";
    const isShared = labels.indexOf(label) !== labels.lastIndexOf(label);
    return {
      value,
      label: isShared ? `${label} (${value + 1})` : label,
      ...(typeof description === "string" && { description }),
    };
  });
}
