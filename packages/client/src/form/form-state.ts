import { jsonEqual } from "../lib/json-equal.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { toFault } from "../schema/fault.ts";
import { setOwn } from "../schema/plain-json.ts";
import { toAnswer } from "../schema/to-answer.ts";
import type { FieldError, Path, PreparedSchema } from "../schema/types.ts";
import { judge } from "../schema/validate.ts";
import type { FieldNode } from "./field-node.ts";
import { type Drawn, draw, entriesOf, flatten, isHolder } from "./field-parts.ts";
import { type Entry, emptyState, type FormState, pathKey, toEntry } from "./form-entry.ts";
import { parseText } from "./parse-text.ts";

/** A stored list cannot be longer. */
const MOST_STORED_ITEMS = 10_000;

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

/** The state that shows an answer made elsewhere; what has no field is not in it. */
export function fromAnswer(tree: FieldNode, answer: unknown): FormState {
  return { ...emptyState, entries: entriesOf(tree, answer) };
}

/** The stored form of a state, the fields in their order. */
export function toDraft(tree: FieldNode, state: FormState): FormDraft {
  const texts: [Path, Entry][] = [];
  for (const { node } of flatten(draw(tree, state.entries))) {
    const entry = state.entries.get(pathKey(node.path));
    if (entry !== undefined) texts.push([node.path, entry]);
  }
  return { form: 1, texts };
}

/** Reads a stored state; null for anything else. */
export function fromDraft(draft: unknown): FormState | null {
  if (!isPlainObject(draft) || draft.form !== 1 || !Array.isArray(draft.texts)) return null;
  const entries = new Map<string, Entry>();
  for (const text of draft.texts) {
    if (!Array.isArray(text)) continue;
    const [path, entry]: unknown[] = text;
    if (isPath(path) && isEntry(entry)) entries.set(pathKey(path), entry);
  }
  return { ...emptyState, entries };
}

function isPath(path: unknown): path is Path {
  return Array.isArray(path) && path.every((key) => typeof key === "string" || Number.isSafeInteger(key));
}

function isEntry(entry: unknown): entry is Entry {
  if (typeof entry === "number")
    return Number.isSafeInteger(entry) && entry >= 0 && entry <= MOST_STORED_ITEMS;
  return typeof entry === "string" || typeof entry === "boolean" || entry === null;
}

/** What a field shows: its text, a boolean, or the chosen value; undefined where nothing is chosen. */
export function shownValue(drawn: Drawn): unknown {
  const { node, entry: given, present } = drawn;
  if (isHolder(node) && typeof given !== "string") {
    return present ? JSON.stringify(toValue(drawn, []), null, 2) : "";
  }
  const entry = given === undefined ? toEntry(node, node.default) : given;
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
  const isDrawn = tree.kind !== "missing" && tree.kind !== "never";
  const raw = isDrawn ? toValue(draw(tree, state.entries), faults) : undefined;
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

/** What a field holds, undefined where it is not sent; what cannot be read is added to the faults. */
function toValue(drawn: Drawn, faults: FieldError[]): unknown {
  const { node, entry, present, parts } = drawn;
  if (isHolder(node) && typeof entry !== "string") {
    if (!present) return entryless(node, entry);
    return node.kind === "array" ? parts.map((part) => toItem(part, faults)) : toObject(parts, faults);
  }
  const parsed = typeof entry === "string" && !isBlank(node, entry) ? parseText(node, entry) : null;
  if (parsed?.ok === false) {
    faults.push(parsed.fault);
    return undefined;
  }
  return parsed ? parsed.value : entryless(node, entry);
}

function toObject(parts: readonly Drawn[], faults: FieldError[]): object {
  const object = {};
  for (const part of parts) {
    const value = toValue(part, faults);
    if (value !== undefined) setOwn(object, String(part.node.key), value);
  }
  return object;
}

/** An item keeps its place, so one that is left empty has to be filled or removed. */
function toItem(part: Drawn, faults: FieldError[]): unknown {
  const before = faults.length;
  const value = toValue(part, faults);
  if (value !== undefined) return value;
  if (faults.length === before) faults.push(toFault(part.node.path, "required"));
  return null;
}

function isBlank(node: FieldNode, text: string): boolean {
  return node.kind === "string" ? text === "" : text.trim() === "";
}

/** The value of a field without a text to read; undefined where it is not sent. */
function entryless(node: FieldNode, entry: Entry | undefined): unknown {
  if (typeof entry === "boolean" && !isHolder(node)) return entry;
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
