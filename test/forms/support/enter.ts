import { isDeepStrictEqual } from "node:util";
import type { Path } from "@holdpoint/client";
import type { FieldProps, FormField, FormView } from "@holdpoint/client/form";
import { isObject, type Json } from "../../support/json-file.ts";
import type { Question } from "./ask.ts";
import { at, type Spot, valueAt } from "./look.ts";

/** What of an answer did not get into the form as it is. */
export interface Miss {
  readonly path: Path;
  /**
   * `refused` was typed and is no such value; `unsaid` has no place or no words; `silent` is null and left out;
   * `default` is one that cannot be taken out; `twice` is a choice that can be made only once.
   */
  readonly why: "refused" | "unsaid" | "silent" | "default" | "twice";
}

const texts: readonly string[] = ["string", "number", "integer", "scalar", "json"];

/** Enters an answer by what is drawn, leaf by leaf, as a person with a keyboard and a mouse; returns what did not get in. */
export function enter({ approvals, form }: Question, answer: unknown): readonly Miss[] {
  const view = (): FormView => form.get();
  const field = (spot: Spot): FormField | undefined => at(view().fields, spot);
  const held = (path: Path): unknown => valueAt(view().values, path);

  function change(spot: Spot, eventOrValue: unknown): void {
    const drawn = field(spot);
    if (drawn) props(drawn).onChange(eventOrValue);
  }

  function props(drawn: FormField): FieldProps {
    return view().getFieldProps(drawn);
  }

  const type = (spot: Spot, text: string) => change(spot, { target: { type: "text", value: text } });
  const select = (spot: Spot, index: number | null) =>
    change(spot, { target: { type: "select-one", value: index === null ? "" : String(index) } });
  const check = (spot: Spot, value: string, checked: boolean) =>
    change(spot, { target: { type: "checkbox", value, checked } });

  function restore(draft: unknown): void {
    approvals.clear("q");
    approvals.draft("q", draft);
  }

  /** Puts a value into a field. */
  function put(spot: Spot, value: unknown): readonly Miss[] {
    const drawn = field(spot);
    const { path } = spot;
    if (!drawn) return isDeepStrictEqual(held(path), value) ? [] : [{ path, why: "unsaid" }];
    if (value === undefined) return takeOut(spot, drawn);
    if (value === null && drawn.kind !== "enum" && drawn.kind !== "union") return putNull(spot, drawn);
    if (drawn.kind === "union") return putUnion(spot, drawn, value);
    if (drawn.kind === "object" || drawn.kind === "map")
      return isObject(value) ? putObject(spot, value) : unsaid(path);
    if (drawn.kind === "array" || drawn.kind === "tuple")
      return Array.isArray(value) ? putList(spot, value) : unsaid(path);
    return putLeaf(spot, drawn, value);
  }

  function unsaid(path: Path): readonly Miss[] {
    return [{ path, why: "unsaid" }];
  }

  function putLeaf(spot: Spot, drawn: FormField, value: unknown): readonly Miss[] {
    const { path } = spot;
    if (texts.includes(drawn.kind)) {
      const isBare = drawn.kind !== "json" && typeof value === "string";
      if (!isBare && drawn.kind !== "json" && typeof value !== "number") return unsaid(path);
      type(spot, isBare ? value : JSON.stringify(value));
      // Who sees that a text was read as a number puts it into quotes.
      if (drawn.kind === "scalar" && !isDeepStrictEqual(held(path), value)) type(spot, JSON.stringify(value));
      const wanted = ["number", "integer"].includes(drawn.kind) === (typeof value === "number");
      if (wanted && held(path) === undefined && value !== "") return [{ path, why: "refused" }];
    } else if (drawn.kind === "boolean" && typeof value === "boolean") {
      // A required one has the buttons Yes and No.
      if (drawn.required) change(spot, { target: { type: "radio", value: String(value) } });
      else if (held(path) !== value) for (const checked of [!value, value]) check(spot, "on", checked);
    } else if (drawn.kind === "enum") {
      const index = drawn.options.findIndex((option) => isDeepStrictEqual(option.value, value));
      if (index >= 0) select(spot, index);
    } else if (drawn.kind === "multi-enum" && Array.isArray(value)) {
      for (const [index] of drawn.options.entries()) check(spot, String(index), false);
      for (const each of value) {
        const index = drawn.options.findIndex((option) => isDeepStrictEqual(option.value, each));
        if (index >= 0) check(spot, String(index), true);
      }
      const isTwice = value.some((each, at) =>
        value.slice(0, at).some((other) => isDeepStrictEqual(each, other)),
      );
      if (isTwice) return [{ path, why: "twice" }];
    }
    return isDeepStrictEqual(held(path), value) ? [] : unsaid(path);
  }

  function putNull(spot: Spot, drawn: FormField): readonly Miss[] {
    // An item of a list that nobody has filled reads as null, too.
    if (drawn.kind === "boolean") change(spot, null);
    if (held(spot.path) === null) return [];
    if (drawn.kind === "json") type(spot, "null");
    else if (texts.includes(drawn.kind)) type(spot, "");
    else if (drawn.canRemove) view().remove(spot.path);
    if (held(spot.path) === null) return [];
    if (!drawn.nullable && drawn.kind !== "null") return unsaid(spot.path);
    if (!drawn.required && held(spot.path) === undefined) return [{ path: spot.path, why: "silent" }];
    change(spot, null);
    return held(spot.path) === null ? [] : unsaid(spot.path);
  }

  function putUnion(spot: Spot, drawn: FormField, value: unknown): readonly Miss[] {
    if (value === null && drawn.nullable) return putNull(spot, drawn);
    select(spot, null);
    const { draft } = view().item;
    let best: { index: number; cost: number } | null = null;
    const way = { path: spot.path, depth: spot.depth + 1 };
    for (const [index] of drawn.options.entries()) {
      select(spot, index);
      const misses = put(way, value);
      if (misses.every(({ why }) => why === "silent" || why === "default")) return misses;
      // A way of another kind is further off than one with some wrong parts.
      const cost = misses.length + (misses.some((miss) => isDeepStrictEqual(miss.path, spot.path)) ? 100 : 0);
      if (!best || cost < best.cost) best = { index, cost };
      restore(draft);
    }
    if (!best) return unsaid(spot.path);
    select(spot, best.index);
    return put(way, value);
  }

  function putObject(spot: Spot, value: Json): readonly Miss[] {
    const { path } = spot;
    const isRoot = !field(spot);
    if (field(spot)?.value === "") view().add(path);
    const parts = (): readonly FormField[] => (isRoot ? view().fields : (field(spot)?.children ?? []));
    const misses = new Map<unknown, readonly Miss[]>();
    const inside = (key: string | number): Spot => ({ path: [...path, key], depth: 0 });
    // What is entered may bring more fields.
    for (;;) {
      const next = parts().find(({ key }) => typeof key === "string" && !misses.has(key));
      if (!next) break;
      const key = String(next.key);
      misses.set(key, put(inside(key), Object.hasOwn(value, key) ? value[key] : undefined));
    }
    for (const key of Object.keys(value)) {
      if (misses.has(key)) continue;
      if (field(spot)?.kind === "map") view().add(path, key);
      misses.set(key, put(inside(key), value[key]));
    }
    return [...misses.values()].flat();
  }

  function putList(spot: Spot, value: readonly unknown[]): readonly Miss[] {
    const { path } = spot;
    const count = (): number => field(spot)?.children.length ?? 0;
    // An empty list is one that had an item.
    if (field(spot)?.value === "") view().add(path);
    for (let before = -1; count() < value.length && count() > before; view().add(path)) before = count();
    while (count() > value.length && field({ path: [...path, count() - 1], depth: 0 })?.canRemove) {
      const before = count();
      view().remove([...path, before - 1]);
      if (count() === before) break;
    }
    const misses = value.flatMap((item, index) => put({ path: [...path, index], depth: 0 }, item));
    return count() === value.length && Array.isArray(held(path)) ? misses : [...misses, ...unsaid(path)];
  }

  /** Takes something out of the answer. */
  function takeOut(spot: Spot, drawn: FormField): readonly Miss[] {
    const { path } = spot;
    if (held(path) === undefined) return [];
    if (drawn.kind === "enum" || drawn.kind === "union") select(spot, null);
    else if (texts.includes(drawn.kind)) type(spot, "");
    else if (drawn.canRemove) view().remove(path);
    if (held(path) === undefined) return [];
    const isDefault = drawn.default !== undefined && isDeepStrictEqual(held(path), drawn.default);
    return [{ path, why: isDefault ? "default" : "unsaid" }];
  }

  const root: Spot = { path: [], depth: 0 };
  if (field(root)) return put(root, answer);
  if (!isObject(answer) || view().fields.some(({ path }) => path.length === 0)) return unsaid([]);
  return putObject(root, answer);
}
