import { jsonEqual } from "../lib/json-equal.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { toFault } from "../schema/fault.ts";
import { own, setOwn } from "../schema/plain-json.ts";
import { toAnswer } from "../schema/to-answer.ts";
import type { FieldError, Path, PreparedSchema } from "../schema/types.ts";
import { judge } from "../schema/validate.ts";
import type { FieldNode } from "./field-node.ts";
import { parseText } from "./parse-text.ts";

/** What a person put into a field: a text as typed, a yes or no, or null on purpose. A choice is the JSON of its value. */
export type Entry = string | boolean | null;

/** What has been put into a form; fields that are not in it are untouched. */
export interface FormState {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly touched: ReadonlySet<string>;
  /** A person has tried to answer, so that every fault is shown. */
  readonly attempted: boolean;
}

/** The stored form of a state: any JSON that has `form: 1`. */
export interface FormDraft {
  readonly form: 1;
  readonly texts: readonly (readonly [Path, Entry])[];
}

/** What a state would send, and what is wrong with it. `answer` is undefined where there is nothing to send. */
export interface Reading {
  readonly answer: unknown;
  readonly faults: readonly FieldError[];
  /** Why the answer was not judged here. */
  readonly skipped: string | null;
}

/** The key of a path in a state; no two paths share one. */
export function pathKey(path: Path): string {
  return JSON.stringify(path);
}

export const emptyState: FormState = { entries: new Map(), touched: new Set(), attempted: false };

/** Puts an entry into a field; undefined makes it untouched again. */
export function withEntry(state: FormState, path: Path, entry: Entry | undefined): FormState {
  const entries = new Map(state.entries);
  if (entry === undefined) entries.delete(pathKey(path));
  else entries.set(pathKey(path), entry);
  return { ...state, entries };
}

/** The entry that shows a value in a field. */
export function toEntry(node: FieldNode, value: unknown): Entry | undefined {
  if (value === undefined) return undefined;
  if (node.kind === "enum") return JSON.stringify(value);
  if (value === null) return null;
  if (node.kind === "boolean") {
    if (typeof value === "boolean") return value;
    return value === "true" ? true : value === "false" ? false : undefined;
  }
  if (typeof value === "string" && node.kind !== "json") return value;
  if (typeof value === "number") return String(value);
  return JSON.stringify(value, null, 2);
}

/** The state that shows an answer made elsewhere; what has no field is not in it. */
export function fromAnswer(tree: FieldNode, answer: unknown): FormState {
  return leaves(tree).reduce((state, node) => {
    const value = node.path.reduce<unknown>((place, key) => own(place, key), answer);
    return withEntry(state, node.path, toEntry(node, value));
  }, emptyState);
}

/** The stored form of a state, the fields in their order. */
export function toDraft(tree: FieldNode, state: FormState): FormDraft {
  const texts: [Path, Entry][] = [];
  for (const { path } of leaves(tree)) {
    const entry = state.entries.get(pathKey(path));
    if (entry !== undefined) texts.push([path, entry]);
  }
  return { form: 1, texts };
}

/** Reads a stored state; null for anything else. */
export function fromDraft(draft: unknown): FormState | null {
  if (!isPlainObject(draft) || draft.form !== 1 || !Array.isArray(draft.texts)) return null;
  const entries = new Map<string, Entry>();
  for (const text of draft.texts) {
    if (!Array.isArray(text)) continue;
    const [path, entry] = text;
    if (!Array.isArray(path)) continue;
    if (typeof entry === "string" || typeof entry === "boolean" || entry === null) {
      entries.set(JSON.stringify(path), entry);
    }
  }
  return { ...emptyState, entries };
}

/** The nodes that are drawn: the parts of an object, or the root itself. */
export function leaves(tree: FieldNode): readonly FieldNode[] {
  if (tree.kind === "missing" || tree.kind === "never") return [];
  return tree.kind === "object" ? tree.children : [tree];
}

/** What a field shows: its text, a boolean, or the chosen value; undefined where nothing is chosen. */
export function shownValue(node: FieldNode, state: FormState): unknown {
  const key = pathKey(node.path);
  const entry = state.entries.has(key) ? state.entries.get(key) : toEntry(node, node.default);
  if (node.kind === "boolean") return typeof entry === "boolean" ? entry : undefined;
  if (node.kind === "enum") {
    const parsed = typeof entry === "string" ? parseText(node, entry) : null;
    return parsed?.ok ? node.options.find(({ value }) => jsonEqual(value, parsed.value))?.value : undefined;
  }
  return typeof entry === "string" ? entry : "";
}

/** What the state would send, judged. Texts that cannot be read are faults of their own and are not sent. */
export function read(tree: FieldNode, prepared: PreparedSchema, state: FormState): Reading {
  const faults: FieldError[] = [];
  let raw: unknown = tree.kind === "object" ? {} : undefined;
  for (const node of leaves(tree)) {
    const entry = state.entries.get(pathKey(node.path));
    const parsed = typeof entry === "string" && !isBlank(node, entry) ? parseText(node, entry) : null;
    if (parsed?.ok === false) {
      faults.push(parsed.fault);
      continue;
    }
    const value = parsed ? parsed.value : entryless(node, entry);
    if (value === undefined) continue;
    const [key] = node.path;
    if (key === undefined) raw = value;
    else if (isPlainObject(raw)) setOwn(raw, String(key), value);
  }
  if (raw === undefined) {
    const missing = faults.length > 0 ? faults : [toFault([], "required")];
    return { answer: undefined, faults: missing, skipped: judge(prepared, null).skipped };
  }
  const copied = toAnswer(raw);
  if (!copied.ok) {
    const message = `Change this: it ${copied.reason}.`;
    faults.push({ path: copied.path, keyword: "json", params: { reason: copied.reason }, message });
    return { answer: undefined, faults, skipped: null };
  }
  const { errors, skipped } = judge(prepared, copied.value);
  // A text that cannot be read is not also missing.
  const others = errors.filter((error) => !faults.some((fault) => jsonEqual(fault.path, error.path)));
  return { answer: copied.value, faults: [...faults, ...others], skipped };
}

function isBlank(node: FieldNode, text: string): boolean {
  return node.kind === "string" ? text === "" : text.trim() === "";
}

/** The value of a field without a text to read; undefined where it is not sent. */
function entryless(node: FieldNode, entry: Entry | undefined): unknown {
  if (typeof entry === "boolean") return entry;
  const { default: preset } = node;
  // A default of null shows nothing, so it is sent only where something must be.
  if (entry === undefined && preset !== undefined && (preset !== null || node.required)) return preset;
  if (entry === null) return null;
  if (node.kind === "null") return node.required ? null : undefined;
  if (!node.nullable || node.kind === "boolean" || node.kind === "enum") return undefined;
  // An empty box is null where something must be sent, and where leaving it out would bring the default back.
  const cleared = entry !== undefined && preset !== undefined && preset !== null;
  return node.required || cleared ? null : undefined;
}
