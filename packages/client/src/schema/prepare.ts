import { isPlainObject, isRecord } from "../protocol/trust.ts";
import { cleanSchema } from "./clean.ts";
import { words } from "./keywords.ts";
import { copyJson } from "./plain-json.ts";
import type { PreparedSchema } from "./types.ts";
import { upgradeSchema } from "./upgrade.ts";

/** Words that allow everything: a schema of nothing else asks for nothing. */
const silent = words("$schema $id $comment $defs definitions title description");

const prepared = new WeakMap<object, PreparedSchema>();

/**
 * Makes a response schema safe: a private copy within limits (100 levels,
 * 20 000 parts, about 1 MB) from which everything is gone that cannot be used
 * here. Never throws, never makes a request; the same object gives the same
 * result.
 */
export const prepareSchema = (raw: unknown): PreparedSchema => {
  if (!isRecord(raw)) return prepare(raw);
  const result = prepared.get(raw) ?? prepare(raw);
  prepared.set(raw, result);
  return result;
};

const opaque = (why: unknown): PreparedSchema => ({
  kind: "opaque",
  warnings: [`The schema cannot be used here: ${why}.`],
});

const prepare = (raw: unknown): PreparedSchema => {
  if (raw === undefined || raw === null) return { kind: "missing", warnings: [] };
  const copied = copyJson(upgradeSchema(raw), 100, 20_000, 1_000_000);
  if (!copied.ok) return opaque(`it ${copied.reason}`);
  const schema = copied.value;
  if (!isPlainObject(schema)) return opaque("it is no object");
  let warnings: readonly string[] = [];
  try {
    if (cleanSchema(schema, copied.text)) warnings = ["A part of the schema cannot be checked here."];
  } catch (error) {
    return opaque(error);
  }
  if (["true", "{}"].includes(JSON.stringify(schema.not))) return { kind: "never", warnings };
  if (Object.keys(schema).every((key) => silent.has(key))) {
    return { kind: warnings.length > 0 ? "opaque" : "any", warnings };
  }
  return { kind: "schema", schema, warnings };
};
