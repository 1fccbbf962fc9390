import { isPlainObject } from "../protocol/trust.ts";
import { own } from "../schema/plain-json.ts";
import { expandSchema } from "./expand-schema.ts";
import { toKind } from "./field-kind.ts";
import type { FieldOption } from "./field-node.ts";
import { toLabel } from "./label.ts";
import { distinct, toOption, toOptions } from "./options.ts";

/** One way to answer of a union. */
export interface Branch {
  /** The part of the schema that says whether a value goes this way. */
  readonly test: unknown;
  /** All that holds for a value that goes this way, as it is written and expanded. */
  readonly whole: unknown;
  readonly schema: Record<string, unknown>;
}

/** The most ways that are looked at: unions in unions, which are drawn as one, may double at each level. */
const MOST_LOOKS = 200;

const kindWords: Readonly<Record<string, string>> = {
  string: "Text",
  number: "Number",
  integer: "Whole number",
  boolean: "Yes or no",
  array: "List",
  object: "Details",
  null: "None",
};
const nothing = { type: "null" };

/** The ways to answer of an expanded schema; empty where it is no union. */
export const toBranches = (root: unknown, schema: Record<string, unknown>): readonly Branch[] => {
  const branches: Branch[] = [];
  let looks = MOST_LOOKS;
  const collect = ({
    title,
    description,
    default: preset,
    anyOf,
    oneOf,
    ...rest
  }: typeof schema): boolean => {
    const parts = anyOf ?? oneOf;
    const base: typeof schema = anyOf !== undefined && oneOf !== undefined ? { ...rest, oneOf } : rest;
    if (!Array.isArray(parts) || parts.every((part) => isLimit(root, part, base.type))) return false;
    for (const test of parts) {
      if (test === false || looks-- <= 0) continue;
      const whole = { allOf: [test, base] };
      const { schema: inner, nullable } = expandSchema(root, whole);
      const isNested = toOptions(inner, false).length === 0 && collect(inner);
      if (!isNested) branches.push({ test, whole, schema: inner });
      else if (nullable) branches.push({ test: nothing, whole: nothing, schema: nothing });
    }
    return true;
  };
  collect(schema);
  return branches;
};

/** Whether a branch only limits what is drawn: by itself it says nothing that could be drawn. */
const isLimit = (root: unknown, part: unknown, type: unknown): boolean => {
  const { type: its = type, ...rest } = expandSchema(root, part).schema;
  return its === type && toKind(root, rest) === "json" && toOptions(rest, false).length === 0;
};

/** The one value that a part allows. */
export const onlyOption = (root: unknown, part: unknown): FieldOption | undefined => {
  const options = isPlainObject(part) ? toOptions(expandSchema(root, part).schema, false) : [];
  return options.length === 1 ? options[0] : undefined;
};

/** The keys that say which way it is: one value for each, in all of them. */
export const tagsOf = (root: unknown, branches: readonly Branch[]): ReadonlySet<unknown> => {
  const [first, ...others] = branches;
  const isTag = (key: string, { schema }: Branch) =>
    onlyOption(root, own(schema.properties, key)) !== undefined;
  const keys = Object.keys(Object(others.length > 0 ? first?.schema.properties : {}));
  return new Set(keys.filter((key) => branches.every((branch) => isTag(key, branch))));
};

/** The names of the ways to answer, each its own. */
export const labelBranches = (root: unknown, branches: readonly Branch[]): readonly FieldOption[] => {
  const [tag] = tagsOf(root, branches);
  const options = branches.map(({ test, schema }, at) => {
    const { title, properties, type, required } = schema;
    const value = onlyOption(root, own(properties, String(tag)) ?? schema)?.value;
    const ref = String(own(test, "$ref") ?? "")
      .split("/")
      .at(-1);
    const name = typeof value === "string" ? value : ref || own(required, 0);
    const label = toLabel(
      typeof name === "string" ? name : (kindWords[String(type)] ?? `Option ${at + 1}`),
      title,
    );
    return toOption(at, label, own(test, "description"));
  });
  return distinct(options, (at) => Number(at) + 1);
};
