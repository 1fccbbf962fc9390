import { toFault } from "../schema/fault.ts";
import { setOwn } from "../schema/plain-json.ts";
import type { FieldError } from "../schema/types.ts";
import { chosen, type Drawn, isHolder, isList } from "./drawn.ts";
import type { FieldNode } from "./field-node.ts";
import type { Entry } from "./form-entry.ts";
import { parseText } from "./parse-text.ts";

/** What a field holds, undefined where it is not sent; what cannot be read is added to the faults. */
export function toValue(drawn: Drawn, faults: FieldError[]): unknown {
  const { node, kind, entry, present, parts } = drawn;
  if (kind === "const") return node.options[0]?.value;
  if (isHolder(node) && kind !== "json") {
    const way = chosen(drawn);
    if (way !== drawn) return toValue(way, faults);
    if (!present || entry === null) return entryless(node, entry);
    return isList(node) ? parts.map((part) => toItem(part, faults) ?? null) : toObject(parts, faults);
  }
  const isText = typeof entry === "string" && kind !== "boolean" && kind !== "null";
  const parsed = isText && !isBlank(node, entry) ? parseText(node, entry, kind) : null;
  if (parsed?.ok === false) {
    faults.push(parsed.fault);
    return undefined;
  }
  return parsed ? parsed.value : entryless(node, entry);
}

function toObject(parts: readonly Drawn[], faults: FieldError[]): object {
  const object = {};
  for (const part of parts) {
    const value = part.added ? toItem(part, faults) : toValue(part, faults);
    if (value !== undefined) setOwn(object, String(part.node.key), value);
  }
  return object;
}

/** What was added has to be filled or removed. */
function toItem(part: Drawn, faults: FieldError[]): unknown {
  const before = faults.length;
  const value = toValue(part, faults);
  if (value === undefined && faults.length === before) faults.push(toFault(part.node.path, "required"));
  return value;
}

function isBlank(node: FieldNode, text: string): boolean {
  return node.kind === "string" ? text === "" : text.trim() === "";
}

/** The value of a field without a text to read; undefined where it is not sent. */
function entryless(node: FieldNode, entry: Entry | undefined): unknown {
  const { default: preset, kind } = node;
  if (typeof entry === "boolean" && kind === "boolean") return entry;
  // A default of null shows nothing, so it is sent only where something must be.
  if (entry === undefined && preset !== undefined && (preset !== null || node.required)) return preset;
  if (entry === null) return null;
  if (typeof entry === "object") return undefined;
  if (kind === "null") return node.required ? null : undefined;
  if (!node.nullable || kind === "boolean" || kind === "enum") return undefined;
  // An empty box is null where something must be sent, and where leaving it out would bring the default back.
  const cleared = entry !== undefined && preset !== undefined && preset !== null;
  return node.required || cleared ? null : undefined;
}
