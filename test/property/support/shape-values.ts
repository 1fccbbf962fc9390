/** Values of the wire, and all the places in them that the protocol describes, from the client's own table. */
import fc from "fast-check";
import { SHAPES, type Union } from "../../../packages/client/src/protocol/shapes.ts";
import type { Wire } from "./model.ts";

interface Field {
  readonly key: string;
  readonly type: string;
  readonly needed: boolean;
}

/** A described place inside a value: the holder's key, its type in the table's notation, and its path. */
export interface Place extends Field {
  readonly holder: object;
  readonly path: string;
}

const fieldsOf = (shape: string): Field[] =>
  (shape.match(/(?<!\S)\w\S*/g) ?? []).map((field) => {
    const [name = "", type = "string"] = field.split(":");
    return { key: name.replace("?", ""), type, needed: !name.endsWith("?") };
  });

const shapeOf = (type: string): string | Union | undefined =>
  Object.hasOwn(SHAPES, type) ? SHAPES[type] : undefined;

const leaves: Record<string, fc.Arbitrary<unknown>> = {
  string: fc.string({ maxLength: 5 }),
  boolean: fc.boolean(),
  integer: fc.integer(),
  count: fc.nat(),
  object: fc.dictionary(fc.string({ maxLength: 3 }), fc.boolean(), { maxKeys: 2 }),
  schema: fc.constantFrom<unknown>({}, { type: "object", properties: { a: { type: "string" } } }),
  value: fc.constantFrom<unknown>(0, false, "", [null], { a: null }),
  any: fc.constantFrom<unknown>(null, 0, "x", []),
  pointer: fc.constantFrom("", "/", "/a/0", "/~0~1/b"),
};

/** Complete values of a type: every optional member is there, so that every place can be reached. */
export function valuesOf(type: string): fc.Arbitrary<unknown> {
  const shape = shapeOf(type);
  if (typeof shape === "string") return objectsOf(shape);
  if (shape !== undefined) {
    return fc.oneof(
      ...Object.entries(shape.of).map(([is, fields]) =>
        objectsOf(`${shape.all} ${fields}`, { [shape.by]: is }),
      ),
    );
  }
  if (type.startsWith("text|")) return fc.oneof(fc.string(), valuesOf(type.slice(5)));
  const [, item] = /^(\w+)\[\+?\]$/.exec(type) ?? [];
  if (item !== undefined) return fc.array(valuesOf(item), { minLength: 1, maxLength: 2 });
  return leaves[type] ?? fc.constantFrom(...type.split("|"));
}

function objectsOf(shape: string, fixed: Wire = {}): fc.Arbitrary<Wire> {
  const members = Object.fromEntries(fieldsOf(shape).map(({ key, type }) => [key, valuesOf(type)]));
  return fc.record(members).map((value) => ({ ...fixed, ...value }));
}

/** Events of one type, complete. */
export const eventsOf = (type: string): fc.Arbitrary<Wire> =>
  objectsOf(`${SHAPES.Event.all} ${Object.entries(SHAPES.Event.of).find(([name]) => name === type)?.[1]}`, {
    type,
  });

export const EVENT_TYPES: readonly string[] = Object.keys(SHAPES.Event.of);

/** Every described place in a value of a type. */
export function placesIn(value: unknown, type: string, path = ""): Place[] {
  const shape = shapeOf(type);
  if (Array.isArray(value)) {
    const item = /(\w+)\[\+?\]$/.exec(type)?.[1] ?? "";
    return value.flatMap((element, at) => {
      const here = `${path}[${at}]`;
      const place = { holder: value, key: String(at), type: item, needed: false, path: here };
      return [place, ...placesIn(element, item, here)];
    });
  }
  if (typeof value !== "object" || value === null || shape === undefined) return [];
  const member = typeof shape === "string" ? "" : String(Reflect.get(value, shape.by));
  const fields = fieldsOf(typeof shape === "string" ? shape : `${shape.all} ${shape.of[member] ?? ""}`);
  const teller = typeof shape === "string" ? [] : [{ key: shape.by, type: "string", needed: true }];
  return [...teller, ...fields].flatMap((field) => {
    const here = path === "" ? field.key : `${path}.${field.key}`;
    if (!Object.hasOwn(value, field.key)) return [];
    return [
      { ...field, holder: value, path: here },
      ...placesIn(Reflect.get(value, field.key), field.type, here),
    ];
  });
}

/** Wrong for the type, and no member of a union that a later version could add. */
export function wrongFor({ type, needed }: Place): unknown[] {
  const absent = needed ? [undefined] : [];
  const shape = shapeOf(type);
  if (shape !== undefined) return [...absent, null, 5, "x", []];
  if (type.startsWith("text|")) return [...absent, null, 5, {}];
  if (type.endsWith("[+]")) return [...absent, null, {}, "x", []];
  if (type.endsWith("[]")) return [...absent, null, {}, "x"];
  if (type.startsWith("=")) return [...absent, null, 5, "zz"];
  if (type.includes("|")) return [...absent, null, 5, ["x"]];
  const wrong: Record<string, unknown[]> = {
    string: [null, 5, true, {}, []],
    boolean: [null, "true", 0],
    integer: [null, "1", 1.5, 2 ** 60],
    count: [null, -1, 1.5, "1"],
    object: [null, [], "x", 5],
    schema: [null, [], "x", 5, true],
    value: [null],
    any: [],
    pointer: [null, 5, "a/b", "/~2"],
  };
  return [...absent, ...(wrong[type] ?? [])];
}
