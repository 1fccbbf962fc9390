import { isJsonPointer } from "../protocol/json-pointer.ts";
import { SHAPES } from "../protocol/shapes.ts";
import { isPlainObject, isRecord } from "../protocol/trust.ts";
import { upgradeSchema } from "../schema/upgrade.ts";
import { upgradePart } from "./legacy.ts";
import type { Report } from "./stage.ts";

/** What a value is walked for. */
export interface Walk {
  readonly report: Report;
  /** Brings up to date what older peers send; what is wrong or unknown is then left to a later walk. */
  readonly repairs?: boolean;
}

const LEAVES: { readonly [type: string]: (value: unknown) => boolean } = {
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  integer: Number.isSafeInteger,
  count: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  object: isPlainObject,
  schema: isPlainObject,
  value: (value) => value !== null,
  any: (value) => value !== undefined,
  pointer: isJsonPointer,
};

/** Retired forms of a type, brought up to date by a repairing walk. */
const UPGRADES: { readonly [type: string]: (value: unknown) => unknown } = {
  ContentPart: upgradePart,
  schema: upgradeSchema,
};

/**
 * Judges a value by its type in the notation of the table of shapes; it stands at `path`, such as
 * `messages[0].content`. Gives itself when untouched, a copy where something was stripped, or
 * undefined where it must go. Malformed is fatal; a repairing walk keeps it.
 * Source: AG-UI 1.1, basic/processing.
 */
export const check = (type: string, received: unknown, walk: Walk, path = ""): unknown => {
  const { report, repairs } = walk;
  const upgrade = repairs && UPGRADES[type];
  const value = upgrade ? upgrade(received) : received;
  if (value !== received) report.mended("retired-shape");
  const wrong = (expected: string): unknown => {
    const detail = `expected ${expected}, received ${nameOf(value)}`;
    return repairs ? value : report.fatal({ rule: "malformed-field", path, detail });
  };

  const holds = LEAVES[type];
  if (holds) return holds(value) ? value : wrong(type);
  const shape = SHAPES[type] ?? type;
  if (typeof shape === "object") {
    const { by, all, of } = shape;
    if (!isPlainObject(value)) return wrong("object");
    check("string", value[by], walk, join(path, by));
    const member = String(value[by]);
    if (Object.hasOwn(of, member)) return checkObject(`${by} ${all} ${of[member]}`, value, walk, path);
    return repairs ? value : unknown(walk, path, member);
  }
  if (shape.includes(" "))
    return isPlainObject(value) ? checkObject(shape, value, walk, path) : wrong("object");
  const [, text, item] = /^(text\|)?(\w+)\[\]$/.exec(shape) ?? [];
  if (!item || (text && typeof value === "string")) {
    if (typeof value !== "string") return wrong("string");
    const texts = shape.split("|");
    if (repairs || text || texts.includes(value)) return value;
    return texts.length > 1 ? unknown(walk, path, value) : wrong(shape);
  }
  if (!Array.isArray(value)) return wrong("array");
  const after = value.map((each, index) => check(item, each, walk, `${path}[${index}]`));
  if (after.every((each, index) => each === value[index])) return value;
  return after.filter((each) => each !== undefined);
};

type Fields = ReadonlyMap<string, { readonly type: string; readonly needed: boolean }>;

const known = new Map<string, Fields>();

const fieldsOf = (shape: string): Fields => {
  let fields = known.get(shape);
  if (fields === undefined) {
    const parts = shape.match(/\S+/g) ?? [];
    fields = new Map(
      parts.map((part) => {
        const [name = "", type = "string"] = part.split(":");
        const key = name.replace("?", "");
        return [key, { type, needed: key === name }];
      }),
    );
    known.set(shape, fields);
  }
  return fields;
};

const checkObject = (
  shape: string,
  received: Readonly<Record<string, unknown>>,
  walk: Walk,
  path: string,
): unknown => {
  const fields = fieldsOf(shape);
  const value = walk.repairs ? modernised(received, fields, walk.report) : received;
  let copy: Record<string, unknown> | undefined;
  let mustGo = false;
  for (const key of new Set([...Object.keys(value), ...fields.keys()])) {
    const field = fields.get(key);
    const before = value[key];
    if (field ? before === undefined && !field.needed : fields.has("...") || walk.repairs) continue;
    const at = join(path, key);
    const after = field ? check(field.type, before, walk, at) : unknown(walk, at, key, "unknown-property");
    if (after === before) continue;
    copy ??= { ...value };
    copy[key] = after;
    if (after !== undefined) continue;
    delete copy[key];
    mustGo ||= field?.needed === true;
  }
  return mustGo ? undefined : (copy ?? value);
};

/** The object with its snake_case keys as the described fields they stand for, and without the nulls of optional ones. */
const modernised = (
  value: Readonly<Record<string, unknown>>,
  fields: Fields,
  report: Report,
): Readonly<Record<string, unknown>> => {
  const members = Object.entries(value).flatMap(([key, before]): [string, unknown][] => {
    const camel = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const isSnake = !fields.has(key) && fields.has(camel) && !Object.hasOwn(value, camel);
    const name = isSnake ? camel : key;
    const isAbsent = before === null && fields.get(name)?.needed === false;
    if (isAbsent) report.mended("null-optional");
    else if (isSnake) report.mended("snake-case");
    return isAbsent ? [] : [[name, before]];
  });
  return Object.fromEntries(members);
};

const join = (path: string, key: string): string => (path ? `${path}.${key}` : key);

const nameOf = (value: unknown): string => {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  return Array.isArray(value) ? "array" : isRecord(value) ? "object" : String(value);
};

/** Warns of what is no member of its union, set or object, and gives what is left of it: nothing. */
const unknown = (
  { report }: Walk,
  path: string,
  value: string,
  code = path ? "unknown-member" : "unknown-event",
): undefined => {
  const message = `${nameOf(value)} at ${path || "type"} is unknown and left out.`;
  report.warn({ code, message, path });
};
