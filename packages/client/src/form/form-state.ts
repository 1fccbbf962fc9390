import { jsonEqual } from "../lib/json-equal.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { toFault } from "../schema/fault.ts";
import { toAnswer } from "../schema/to-answer.ts";
import type { FieldError, Path, PreparedSchema } from "../schema/types.ts";
import { judge } from "../schema/validate.ts";
import { draw, entriesOf } from "./drawing.ts";
import { type Drawn, isHolder } from "./drawn.ts";
import type { FieldNode } from "./field-node.ts";
import { type Entry, emptyState, type FormState, leftOut, pathKey, toEntry } from "./form-entry.ts";
import { parseText } from "./parse-text.ts";
import { toValue } from "./to-value.ts";

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

/** The state that shows an answer made elsewhere: what it does not have is left out. */
export function fromAnswer(tree: FieldNode, answer: unknown): FormState {
  return { ...emptyState, entries: entriesOf(tree, answer, leftOut) };
}

/** The state that shows a suggestion: what it does not have keeps its default. */
export function fromSuggestion(tree: FieldNode, suggestion: unknown): FormState {
  return { ...emptyState, entries: entriesOf(tree, suggestion) };
}

/** The stored form of a state. */
export function toDraft(state: FormState): FormDraft {
  return {
    form: 1,
    texts: [...state.entries].map(([key, entry]): [Path, Entry] => [JSON.parse(key), entry]),
  };
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
  if (Array.isArray(entry)) return entry.every((key) => typeof key === "string");
  return typeof entry === "string" || typeof entry === "boolean" || entry === null;
}

/** What a field shows, see `FormField.value`. */
export function shownValue(drawn: Drawn): unknown {
  const { node, kind, present, choice } = drawn;
  if (kind === "union") return choice;
  if (kind === "const" || (isHolder(node) && kind !== "json")) {
    const value = present ? toValue(drawn, []) : "";
    return kind === "const" || !present ? value : JSON.stringify(value, null, 2);
  }
  const entry = drawn.entry === undefined ? toEntry(node, node.default) : drawn.entry;
  if (kind === "boolean") return typeof entry === "boolean" ? entry : undefined;
  const text = typeof entry === "string" ? entry : "";
  if (kind !== "enum" && kind !== "multi-enum") return text;
  const parsed = text === "" ? null : parseText(node, text);
  if (!parsed?.ok) return undefined;
  const values = kind === "enum" ? [parsed.value] : [parsed.value].flat();
  const shown = values.flatMap((each) => node.options.filter(({ value }) => jsonEqual(value, each)));
  return kind === "enum" ? shown[0]?.value : shown.map(({ value }) => value);
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
