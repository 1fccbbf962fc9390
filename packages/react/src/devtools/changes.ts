import { isObject, toJson } from "./json.ts";

/** One place that is not what it was; `grew` is a text that goes on. Values are JSON texts. */
export interface Change {
  /** Such as `tasks[0].done`; empty for the whole. */
  readonly path: string;
  readonly kind: "added" | "removed" | "changed" | "grew";
  readonly before?: string;
  readonly after?: string;
}

/** The places where two JSON values differ, in their order, and how many more there are. */
export interface Changes {
  readonly list: readonly Change[];
  readonly more: number;
}

/** How many places are told, and how deep they are looked for: a stream is not trusted to be small. */
const MOST = 100;
const DEEPEST = 40;

/** How long a value that comes or goes may be to be told in one piece. */
const PIECE = 72;

/** Compares two JSON values. Items of a list that have ids are compared by these, wherever they are. */
export function compare(before: unknown, after: unknown): Changes {
  const list: Change[] = [];
  let more = 0;

  function tell(change: Change): void {
    if (list.length < MOST) list.push(change);
    else more += 1;
  }

  /** What comes or goes, piece by piece where it is long. */
  function tellAll(kind: "added" | "removed", value: unknown, path: string, depth: number): void {
    const text = toJson(value);
    const pair = text.length > PIECE && depth < DEEPEST ? toMembers(value, value) : undefined;
    if (pair)
      for (const { name, value: member } of pair[0].values()) tellAll(kind, member, path + name, depth + 1);
    else tell({ path: trim(path), kind, [kind === "added" ? "after" : "before"]: text });
  }

  function walk(a: unknown, b: unknown, path: string, depth: number): void {
    if (a === b) return;
    const pair = depth < DEEPEST ? toMembers(a, b) : undefined;
    if (pair) {
      const [mine, theirs] = pair;
      for (const [key, { name, value }] of mine) {
        const other = theirs.get(key);
        if (other) walk(value, other.value, path + name, depth + 1);
        else tellAll("removed", value, path + name, depth + 1);
      }
      for (const [key, { name, value }] of theirs) {
        if (!mine.has(key)) tellAll("added", value, path + name, depth + 1);
      }
      return;
    }
    const [from, to] = [toJson(a), toJson(b)];
    if (from === to) return;
    if (typeof a === "string" && typeof b === "string" && a !== "" && b.startsWith(a)) {
      tell({ path: trim(path), kind: "grew", after: toJson(b.slice(a.length)) });
    } else tell({ path: trim(path), kind: "changed", before: from, after: to });
  }

  walk(before, after, "", 0);
  return { list, more };
}

type Members = Map<string, { readonly name: string; readonly value: unknown }>;

/** The members of two values that can be compared one by one. */
function toMembers(a: unknown, b: unknown): [Members, Members] | undefined {
  if (isObject(a) && isObject(b)) return [ofObject(a), ofObject(b)];
  if (!(Array.isArray(a) && Array.isArray(b))) return undefined;
  return [...idsOf(a), ...idsOf(b)].includes(undefined) || hasTwice(a) || hasTwice(b)
    ? [ofList(a), ofList(b)]
    : [ofItems(a), ofItems(b)];
}

const ofObject = (value: Record<string, unknown>): Members =>
  new Map(Object.entries(value).map(([key, member]) => [key, { name: toName(key), value: member }]));

const ofList = (list: readonly unknown[]): Members =>
  new Map(list.map((value, index) => [String(index), { name: `[${index}]`, value }]));

const ofItems = (list: readonly unknown[]): Members =>
  new Map(list.map((value) => [idOf(value) ?? "", { name: `[${idOf(value)}]`, value }]));

const idOf = (item: unknown): string | undefined =>
  isObject(item) && typeof item.id === "string" ? item.id : undefined;

const idsOf = (list: readonly unknown[]): readonly (string | undefined)[] => list.map(idOf);

const hasTwice = (list: readonly unknown[]): boolean => new Set(idsOf(list)).size < list.length;

const toName = (key: string): string =>
  /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key) ? `.${key}` : `[${toJson(key)}]`;

const trim = (path: string): string => path.replace(/^\./, "");
