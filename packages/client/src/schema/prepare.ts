import { isPlainObject, isRecord } from "../protocol/trust.ts";
import { cleanSchema } from "./clean.ts";
import { copyJson } from "./plain-json.ts";
import type { PreparedSchema } from "./types.ts";
import { upgradeSchema } from "./upgrade.ts";

/** Words that allow everything: a schema of nothing else asks for nothing. */
const silent = new Set("$schema $id $comment $defs definitions title description".split(" "));

const prepared = new WeakMap<object, PreparedSchema>();

/**
 * Makes a response schema safe: a private copy within limits (100 levels,
 * 20 000 parts, about 1 MB) from which everything is gone that cannot be used
 * here. Never throws, never makes a request; the same object gives the same
 * result.
 */
export function prepareSchema(raw: unknown): PreparedSchema {
  if (!isRecord(raw)) return prepare(raw);
  const result = prepared.get(raw) ?? prepare(raw);
  prepared.set(raw, result);
  return result;
}

function prepare(raw: unknown): PreparedSchema {
  if (raw === undefined || raw === null) return { kind: "missing", warnings: [] };
  const copied = copyJson(upgradeSchema(raw), 100, 20_000, 1_000_000);
  const schema = copied.ok && copied.value;
  if (!isPlainObject(schema)) {
    const reason = copied.ok ? "is no object" : copied.reason;
    return { kind: "opaque", warnings: [`The schema cannot be used here: it ${reason}.`] };
  }
  const said = new Set<string>();
  cleanSchema(schema, (what) => said.add(`A ${what} of the schema cannot be checked here.`));
  const warnings = [...said];
  if (["true", "{}"].includes(JSON.stringify(schema.not))) return { kind: "never", warnings };
  if (Object.keys(schema).every((key) => silent.has(key))) return { kind: "any", warnings };
  return { kind: "schema", schema, warnings };
}
