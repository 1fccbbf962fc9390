import { isJsonPointer } from "../protocol/json-pointer.ts";
import { SHAPES, type Union } from "../protocol/shapes.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { upgradeSchema } from "../schema/upgrade.ts";
import { upgradePart } from "./legacy.ts";
import { GONE, malformed, pathOf, unknown, type Walk, warnGone } from "./walk.ts";

/** Judges a value: itself when untouched, a copy where something was stripped, or `GONE`; malformed is fatal. */
export type Check = (value: unknown, walk: Walk) => unknown;

/** Leaves that say more than their JavaScript type, which `string` and `boolean` are. */
const LEAVES: { readonly [type: string]: (value: unknown) => boolean } = {
  integer: Number.isSafeInteger,
  count: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  object: isPlainObject,
  schema: isPlainObject,
  value: (value) => value !== null,
  any: () => true,
  pointer: isJsonPointer,
};

const compiled = new Map<string, Check>();

/** The check of a type in the notation of the table of shapes, made when first asked for. */
export function checkOf(type: string): Check {
  let check = compiled.get(type);
  if (check === undefined) {
    const upgrade = UPGRADES[type];
    check = upgrade ? upgraded(compile(type), upgrade) : compile(type);
    compiled.set(type, check);
  }
  return check;
}

/** Retired forms of a type, brought up to date by a repairing walk. */
const UPGRADES: { readonly [type: string]: (value: unknown) => unknown } = {
  ContentPart: upgradePart,
  schema: upgradeSchema,
};

function upgraded(check: Check, upgrade: (value: unknown) => unknown): Check {
  return (value, walk) => {
    const current = walk.repair ? upgrade(value) : value;
    if (current !== value) walk.repair?.("retired-shape");
    return check(current, walk);
  };
}

function compile(type: string): Check {
  const shape = SHAPES[type];
  if (shape !== undefined) return typeof shape === "string" ? object(shape) : union(shape);
  if (type.startsWith("text|")) {
    const list = checkOf(type.slice(5));
    return (value, walk) => (typeof value === "string" ? value : list(value, walk));
  }
  const [, item, some] = /^(\w+)\[(\+?)\]$/.exec(type) ?? [];
  if (item !== undefined) return list(item, some === "+");
  if (type.startsWith("=")) {
    const only = type.slice(1);
    return leaf(JSON.stringify(only), (value) => value === only);
  }
  if (type.includes("|")) {
    const members = type.split("|");
    return (value, walk) => {
      if (typeof value !== "string") return malformed(walk, "string", value);
      return walk.repair || members.includes(value) ? value : unknown(walk, value);
    };
  }
  return leaf(type, LEAVES[type] ?? ((value) => typeof value === type));
}

function leaf(expected: string, holds: (value: unknown) => boolean): Check {
  return (value, walk) => (holds(value) ? value : malformed(walk, expected, value));
}

function list(item: string, some: boolean): Check {
  // Asked for at the first element, because shapes refer to each other.
  let check: Check | undefined;
  return (value, walk) => {
    if (!Array.isArray(value)) return malformed(walk, "array", value);
    if (some && value.length === 0 && !walk.repair) {
      return walk.report.fatal({
        rule: "empty-interrupts",
        path: pathOf(walk),
      });
    }
    check ??= checkOf(item);
    let kept: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const before: unknown = value[index];
      walk.trail.push(index);
      const after = check(before, walk);
      if (after === GONE) warnGone(walk, pathOf(walk));
      walk.trail.pop();
      if (after !== before) kept ??= value.slice(0, index);
      if (after !== GONE) kept?.push(after);
    }
    return kept ?? value;
  };
}

function union({ by, of, open }: Union): Check {
  const checks = new Map<string, Check>();
  return (value, walk) => {
    if (!isPlainObject(value)) return malformed(walk, "object", value);
    const member = value[by];
    if (typeof member !== "string") {
      walk.trail.push(by);
      malformed(walk, "string", member);
      walk.trail.pop();
      return value;
    }
    let check = checks.get(member);
    if (check === undefined) {
      const fields = Object.hasOwn(of, member) ? of[member] : undefined;
      if (fields === undefined) return walk.repair ? value : unknown(walk, member);
      check = object(`${by} ${fields}`, open);
      checks.set(member, check);
    }
    return check(value, walk);
  };
}

function object(source: string, open = false): Check {
  const fields = new Map<string, { check: Check; needed: boolean }>();
  for (const field of source.trim().split(" ")) {
    const [name = "", type = "string"] = field.split(":");
    const key = name.replace("?", "");
    fields.set(key, { check: checkOf(type), needed: key === name });
  }
  return (value, walk) => {
    if (!isPlainObject(value)) return malformed(walk, "object", value);
    let copy: Record<string, unknown> | undefined;
    // Why the object as a whole must go; what else is unknown in it is not the cause.
    let gone: Walk["unknown"] | undefined;
    for (const [key, { check, needed }] of walk.repair ? [] : fields) {
      if (!needed || value[key] !== undefined) continue;
      walk.trail.push(key);
      check(undefined, walk);
      return malformed(walk, "any value", undefined);
    }
    for (const key of Object.keys(value)) {
      const name = walk.repair ? camelCase(key, value, fields) : key;
      const field = fields.get(name);
      const before = value[key];
      if (walk.repair && (name !== key || (before === null && field?.needed === false))) {
        copy ??= { ...value };
        delete copy[key];
        if (before !== null || field?.needed) copy[name] = field?.check(before, walk);
        walk.repair(before === null && !field?.needed ? "null-optional" : "snake-case");
        continue;
      }
      if (field !== undefined ? before === undefined : open || walk.repair) continue;
      walk.trail.push(key);
      const after = field === undefined ? unknown(walk, key, "unknown-property") : field.check(before, walk);
      if (field?.needed && after === GONE) gone ??= walk.unknown;
      else if (after !== before) {
        copy ??= { ...value };
        if (after !== GONE) copy[key] = after;
        else {
          delete copy[key];
          warnGone(walk, pathOf(walk));
        }
      }
      walk.trail.pop();
    }
    if (gone === undefined) return copy ?? value;
    walk.unknown = gone;
    return GONE;
  };
}

/** The described field that a snake_case key stands for; the key itself where there is none, or both came. */
function camelCase(key: string, value: object, fields: ReadonlyMap<string, unknown>): string {
  if (fields.has(key)) return key;
  const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return fields.has(name) && !Object.hasOwn(value, name) ? name : key;
}
