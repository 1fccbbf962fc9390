import { isJsonPointer } from "../protocol/json-pointer.ts";
import { SHAPES, type Union } from "../protocol/shapes.ts";
import { isPlainObject, isRecord } from "../protocol/trust.ts";
import { upgradeSchema } from "../schema/upgrade.ts";
import { upgradePart } from "./legacy.ts";
import type { Report } from "./stage.ts";

/** What a value is walked for. */
export interface Walk {
  readonly report: Report;
  /** What is walked, for the sentences: an event's type or "The run input". */
  readonly subject?: string;
  /** Brings up to date what older peers send; what is wrong or unknown is then left to a later walk. */
  readonly repairs?: boolean;
}

/**
 * Judges a value that stands at `path`, such as `messages[0].content`: gives itself when untouched, a copy
 * where something was stripped, or the removal that is due to it. Malformed is fatal.
 */
export type Check = (value: unknown, walk: Walk, path: string) => unknown;

/** What a check gives for a value that must go: warns that what holds it was taken out because of it. */
export type Removal = (removed: string) => void;

export const isRemoval = (value: unknown): value is Removal => typeof value === "function";

/** Leaves that say more than their JavaScript type, which `string` and `boolean` are. */
const LEAVES: { readonly [type: string]: (value: unknown) => boolean } = {
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

const compiled = new Map<string, Check>();

/** The check of a type in the notation of the table of shapes, made when first asked for. */
export function checkOf(type: string): Check {
  let check = compiled.get(type);
  if (check === undefined) {
    check = compile(type);
    compiled.set(type, check);
  }
  return check;
}

function compile(type: string): Check {
  const shape = SHAPES[type];
  const check =
    typeof shape === "object"
      ? union(shape)
      : shape || type.includes(" ")
        ? object(shape ?? type)
        : simple(type);
  const upgrade = UPGRADES[type];
  if (!upgrade) return check;
  return (value, walk, path) => {
    const current = walk.repairs ? upgrade(value) : value;
    if (current !== value) walk.report.mended("retired-shape");
    return check(current, walk, path);
  };
}

function simple(type: string): Check {
  if (type.startsWith("text|")) {
    const list = checkOf(type.slice(5));
    return (value, walk, path) => (typeof value === "string" ? value : list(value, walk, path));
  }
  const [, item, some] = /^(\w+)\[(\+?)\]$/.exec(type) ?? [];
  if (item !== undefined) return list(item, some === "+");
  if (type.startsWith("=")) {
    const only = type.slice(1);
    return leaf(only, (value) => value === only);
  }
  if (type.includes("|")) {
    const members = type.split("|");
    return (value, walk, path) => {
      if (typeof value !== "string") return malformed(walk, path, "string", value);
      return walk.repairs || members.includes(value) ? value : unknown(walk, path, value);
    };
  }
  return leaf(type, LEAVES[type] ?? ((value) => typeof value === type));
}

function leaf(expected: string, holds: (value: unknown) => boolean): Check {
  return (value, walk, path) => (holds(value) ? value : malformed(walk, path, expected, value));
}

function list(item: string, some: boolean): Check {
  // Asked for at the first element, because shapes refer to each other.
  let check: Check | undefined;
  return (value, walk, path) => {
    if (!Array.isArray(value)) return malformed(walk, path, "array", value);
    if (some && value.length === 0 && !walk.repairs) {
      return walk.report.fatal({ rule: "empty-interrupts", path });
    }
    check ??= checkOf(item);
    let kept: unknown[] | undefined;
    for (const [index, before] of value.entries()) {
      const at = `${path}[${index}]`;
      const after = check(before, walk, at);
      if (after !== before) kept ??= value.slice(0, index);
      if (after === before || !isRemoval(after)) kept?.push(after);
      else after(at);
    }
    return kept ?? value;
  };
}

function union({ by, all, of }: Union): Check {
  return (value, walk, path) => {
    if (!isPlainObject(value)) return malformed(walk, path, "object", value);
    const member = value[by];
    if (typeof member !== "string") {
      malformed(walk, join(path, by), "string", member);
      return value;
    }
    if (Object.hasOwn(of, member)) return checkOf(`${by} ${all} ${of[member]}`)(value, walk, path);
    return walk.repairs ? value : unknown(walk, path, member);
  };
}

type Fields = ReadonlyMap<string, { readonly check: Check; readonly needed: boolean }>;

function object(source: string): Check {
  const fields: Fields = new Map(
    (source.match(/\S+/g) ?? []).map((field) => {
      const [name = "", type = "string"] = field.split(":");
      const key = name.replace("?", "");
      return [key, { check: checkOf(type), needed: key === name }];
    }),
  );
  return (received, walk, path) => {
    if (!isPlainObject(received)) return malformed(walk, path, "object", received);
    const value = walk.repairs ? modernised(received, fields, walk.report) : received;
    let copy: Record<string, unknown> | undefined;
    // Why the object as a whole must go; what else is unknown in it is not the cause.
    let gone: Removal | undefined;
    for (const [key, { check, needed }] of fields)
      if (needed && value[key] === undefined) check(undefined, walk, join(path, key));
    for (const key of Object.keys(value)) {
      const field = fields.get(key);
      const before = value[key];
      if (field !== undefined ? before === undefined : fields.has("...") || walk.repairs) continue;
      const at = join(path, key);
      const after = field ? field.check(before, walk, at) : unknown(walk, at, key, "unknown-property");
      if (after === before) continue;
      if (!isRemoval(after)) {
        copy ??= { ...value };
        copy[key] = after;
      } else if (field?.needed) gone ??= after;
      else {
        copy ??= { ...value };
        delete copy[key];
        after(at);
      }
    }
    return gone ?? copy ?? value;
  };
}

/** The object with its snake_case keys as the described fields they stand for, and without the nulls of optional ones. */
function modernised(
  value: Readonly<Record<string, unknown>>,
  fields: Fields,
  report: Report,
): Readonly<Record<string, unknown>> {
  let copy: Record<string, unknown> | undefined;
  for (const [key, before] of Object.entries(value)) {
    const camel = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const name = fields.has(key) || Object.hasOwn(value, camel) ? key : camel;
    const field = fields.get(name);
    const isAbsent = before === null && field?.needed === false;
    if (!field || (name === key && !isAbsent)) continue;
    copy ??= { ...value };
    delete copy[key];
    if (!isAbsent) copy[name] = before;
    report.mended(isAbsent ? "null-optional" : "snake-case");
  }
  return copy ?? value;
}

const join = (path: string, key: string): string => (path ? `${path}.${key}` : key);

/** Rejects the stream, or the input, for a described field with a wrong value; a repairing walk keeps it. Source: AG-UI 1.1, basic/processing. */
function malformed(walk: Walk, path: string, expected: string, value: unknown): unknown {
  if (walk.repairs) return value;
  const detail = `expected ${expected}, received ${name(value)}`;
  return walk.report.fatal({ rule: "malformed-field", path, detail });
}

function name(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  return Array.isArray(value) ? "array" : isRecord(value) ? "object" : String(value);
}

/** The removal due to a value that is no member of its union, set or object; at the top that is an event's type. */
function unknown(
  { report, subject }: Walk,
  path: string,
  value: string,
  code = path ? "unknown-member" : "unknown-event",
): Removal {
  return (removed) => {
    const at = !path || path === removed ? "" : ` at ${path}`;
    const message = `${subject}: removed ${removed}, because ${name(value)}${at} is not known here.`;
    report.warn({ code, message, path });
  };
}
