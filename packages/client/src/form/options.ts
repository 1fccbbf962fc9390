import { isPlainObject } from "../protocol/trust.ts";
import { own } from "../schema/plain-json.ts";
import { expandSchema } from "./expand-schema.ts";
import type { FieldOption } from "./field-node.ts";

/**
 * The values to choose from, each once and under a name of its own: `enum`, `const`, or a union of constants;
 * empty where there is no choice.
 */
export const toOptions = (schema: Record<string, unknown>, nullable: boolean): readonly FieldOption[] => {
  const { enum: values, enumNames } = schema;
  const branches = schema.oneOf ?? schema.anyOf;
  const isNamed =
    Array.isArray(branches) &&
    branches.every((branch) => isPlainObject(branch) && Object.hasOwn(branch, "const"));
  const named = byValue(
    (isNamed ? branches : []).map((branch: unknown) =>
      toOption(own(branch, "const"), own(branch, "title"), own(branch, "description")),
    ),
  );
  const listed = Object.hasOwn(schema, "const")
    ? [toOption(schema.const)]
    : Array.isArray(values)
      ? values.map((value, at) => toOption(value, own(enumNames, at)))
      : [...named.values()];
  const options = listed.flatMap(
    (option) => named.get(JSON.stringify(option.value)) ?? (named.size > 0 ? [] : option),
  );
  if (nullable && options.length > 0) options.push(toOption(null));
  return distinct([...byValue(options).values()], JSON.stringify);
};

const byValue = (options: readonly FieldOption[]): Map<string, FieldOption> => {
  return new Map(options.map((option) => [JSON.stringify(option.value), option]));
};

/** Options of the same name are told apart by what is said of their values. */
export const distinct = (
  options: readonly FieldOption[],
  say: (value: unknown) => string | number,
): readonly FieldOption[] => {
  const labels = new Set<string>();
  const shared = new Set<string>();
  for (const { label } of options) (labels.has(label) ? shared : labels).add(label);
  return options.map((option) =>
    shared.has(option.label) ? { ...option, label: `${option.label} (${say(option.value)})` } : option,
  );
};

export const toOption = (value: unknown, title?: unknown, description?: unknown): FieldOption => {
  const text = value === null ? "None" : typeof value === "string" ? value : JSON.stringify(value);
  return {
    value,
    label: typeof title === "string" && title !== "" ? title : text,
    ...(typeof description === "string" && { description }),
  };
};

/** The values to choose from of a schema as it is written. */
export const optionsOf = (root: unknown, raw: unknown): readonly FieldOption[] => {
  const { schema, nullable } = expandSchema(root, raw);
  return toOptions(schema, nullable);
};
