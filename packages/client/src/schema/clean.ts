import { isPlainObject } from "../protocol/trust.ts";
import { schemaKeywords, schemaMapKeywords } from "./keywords.ts";
import { toUsablePattern } from "./patterns.ts";
import { resolvePointer } from "./pointer.ts";

/**
 * Makes a private copy usable in place: every schema in it, wherever one may stand. Data is left alone.
 * `warn` hears what kind of thing was dropped.
 */
export function cleanSchema(root: Record<string, unknown>, warn: (what: string) => void): void {
  const usable = (pattern: unknown): string | null => {
    const made = toUsablePattern(pattern);
    if (made === null) warn("pattern");
    return made;
  };
  const visit = (schema: unknown): unknown => {
    if (typeof schema === "boolean") return schema;
    if (!isPlainObject(schema)) {
      warn("part");
      return {};
    }
    if ("$ref" in schema && !isUsableRef(root, schema.$ref)) {
      warn("reference");
      // Nothing is left to check, also where it is the root.
      for (const key of Object.keys(schema)) delete schema[key];
    }
    let hasLostNames = false;
    for (const [key, value] of Object.entries(schema)) {
      if (key === "pattern") {
        schema[key] = usable(value);
        if (schema[key] === null) delete schema[key];
      } else if (schemaKeywords.has(key)) {
        schema[key] = Array.isArray(value) ? value.map(visit) : visit(value);
      } else if (schemaMapKeywords.has(key)) {
        if (isPlainObject(value)) {
          schema[key] = Object.fromEntries(
            Object.entries(value).flatMap(([written, part]) => {
              const name = key === "patternProperties" ? usable(written) : written;
              hasLostNames ||= name === null;
              if (name === null) return [];
              return [[name, key === "dependencies" && Array.isArray(part) ? part : visit(part)]];
            }),
          );
        } else {
          warn("part");
          delete schema[key];
        }
      }
    }
    if (hasLostNames) {
      // What a lost pattern allowed would be refused as additional.
      delete schema.additionalProperties;
      delete schema.unevaluatedProperties;
    }
    convertDialect(schema);
    return schema;
  };
  visit(root);
}

function isUsableRef(root: unknown, ref: unknown): boolean {
  return typeof ref === "string" && (/^#[^/]/.test(ref) || resolvePointer(root, ref) !== undefined);
}

/** Words of OpenAPI and draft 4 that the validator would ignore or misread. */
function convertDialect(schema: Record<string, unknown>): void {
  const { type, nullable } = schema;
  const values = schema.enum;
  if (nullable === true && (typeof type === "string" || Array.isArray(type))) {
    schema.type = [...new Set([type, "null"].flat())];
    if (Array.isArray(values) && !values.includes(null)) schema.enum = [...values, null];
  }
  delete schema.nullable;
  // The validator would take an `id` for an address, also that of an example.
  if (typeof schema.id === "string") delete schema.id;
  for (const [strict, limit] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    const { [strict]: isStrict, [limit]: bound } = schema;
    if (typeof isStrict !== "boolean") continue;
    delete schema[strict];
    if (!isStrict || bound === undefined) continue;
    schema[strict] = bound;
    delete schema[limit];
  }
}
