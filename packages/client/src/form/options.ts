import { isPlainObject } from "../protocol/trust.ts";
import { own } from "../schema/plain-json.ts";
import { expandSchema } from "./expand-schema.ts";
import type { FieldOption } from "./field-node.ts";

/** The values to choose from: `enum`, `const`, or a union of constants; empty where there is no choice. */
export function toOptions(schema: Record<string, unknown>, nullable: boolean): readonly FieldOption[] {
  const options = listOptions(schema);
  return nullable && options.length > 0 && options.every(({ value }) => value !== null)
    ? [...options, toOption(null)]
    : options;
}

function listOptions(schema: Record<string, unknown>): readonly FieldOption[] {
  const { enumNames } = schema;
  if (Object.hasOwn(schema, "const")) return [toOption(schema.const)];
  if (Array.isArray(schema.enum)) {
    return schema.enum.map((value, at) => toOption(value, own(enumNames, at)));
  }
  const branches = schema.oneOf ?? schema.anyOf;
  if (
    !Array.isArray(branches) ||
    !branches.every((branch) => isPlainObject(branch) && Object.hasOwn(branch, "const"))
  ) {
    return [];
  }
  return branches.map((branch: unknown) =>
    toOption(own(branch, "const"), own(branch, "title"), own(branch, "description")),
  );
}

function toOption(value: unknown, title?: unknown, description?: unknown): FieldOption {
  const text = value === null ? "None" : typeof value === "string" ? value : JSON.stringify(value);
  return {
    value,
    label: typeof title === "string" && title !== "" ? title : text,
    ...(typeof description === "string" && { description }),
  };
}

/** The values to choose from of a schema as it is written. */
export function optionsOf(root: unknown, raw: unknown): readonly FieldOption[] {
  const { schema, nullable } = expandSchema(root, raw);
  return toOptions(schema, nullable);
}
