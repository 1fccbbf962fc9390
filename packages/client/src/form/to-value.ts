import { toFault } from "../schema/fault.ts";
import { setOwn } from "../schema/plain-json.ts";
import type { FieldError } from "../schema/types.ts";
import { chosen, type Drawn, isHolder, isList } from "./drawn.ts";
import { parseText } from "./parse-text.ts";
import { placeOf } from "./slot.ts";

/** What a field holds, undefined where it is not sent; what cannot be read is added to the faults. */
export const toValue = (drawn: Drawn, faults: FieldError[]): unknown => {
  const { node, kind, slot, present, parts, preset } = drawn;
  if (kind === "const") return slot.out && !node.required ? undefined : node.options[0]?.value;
  if (preset && !isHolder(node)) return node.default;
  if (isHolder(node) && kind !== "json") {
    const way = chosen(drawn);
    if (way !== drawn) return toValue(way, faults);
    if (!present || slot.is === null) return valueWithout(drawn);
    return isList(node) ? parts.map((part) => toItem(part, faults) ?? null) : toObject(parts, faults);
  }
  if (kind === "boolean") return slot.yes ?? valueWithout(drawn);
  const text = textOf(drawn);
  if (kind === "null" || (kind === "string" ? text : text.trim()) === "") return valueWithout(drawn);
  const parsed = parseText(node, text, kind);
  if (parsed.ok) return parsed.value;
  faults.push(parsed.fault);
  return undefined;
};

const toObject = (parts: readonly Drawn[], faults: FieldError[]): object => {
  const object = {};
  for (const part of parts) {
    const value = part.added ? toItem(part, faults) : toValue(part, faults);
    if (value !== undefined) setOwn(object, String(part.node.key), value);
  }
  return object;
};

/** What was added has to be filled or removed. */
const toItem = (part: Drawn, faults: FieldError[]): unknown => {
  const before = faults.length;
  const value = toValue(part, faults);
  if (value === undefined && faults.length === before) faults.push(toFault(part.node.path, "required"));
  return value;
};

/** What was typed or chosen in a field, also where it has parts and was typed as a whole. */
export const textOf = ({ node, kind, slot }: Drawn): string => {
  const text = isHolder(node) ? slot.json : slot[placeOf(kind)];
  return typeof text === "string" ? text : "";
};

/** The value of a field that says nothing by itself; undefined where it is not sent. */
const valueWithout = ({ node, kind, slot }: Drawn): unknown => {
  const { out, [placeOf(kind)]: is } = slot;
  const { nullable, required } = node;
  if (is === null || out === false) return is;
  if (kind === "null" && required) return null;
  if (out) return undefined;
  if (!nullable || kind === "boolean" || kind === "enum") return undefined;
  // An empty box is null where something must be sent, and where leaving it out would bring the default back.
  return required || (is === "" && (node.default ?? null) !== null) ? null : undefined;
};
