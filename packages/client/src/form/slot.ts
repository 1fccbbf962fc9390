import { isPlainObject } from "../protocol/trust.ts";
import type { FieldKind } from "./field-node.ts";

/**
 * What a person put into a place of a form, with all that is in it; plain JSON. What is not there is
 * untouched. A slot may hold more than its field shows: a union's other ways find there what they had.
 */
export interface Slot {
  /** A text as typed, or null on purpose. */
  readonly is?: string | null | undefined;
  /** The JSON of what was chosen, or typed where only JSON is. */
  readonly pick?: string | null | undefined;
  readonly yes?: boolean | null | undefined;
  /** What has parts, typed as JSON instead. */
  readonly json?: string | undefined;
  /** Left out of the answer on purpose, whatever its default; false where even an empty text is part of it. */
  readonly out?: boolean | undefined;
  /** The items of a list that is there. */
  readonly items?: readonly Slot[] | undefined;
  /** An object that is there: its keys that no field is for. */
  readonly keys?: readonly string[] | undefined;
  /** What is in an object, by key. */
  readonly parts?: Readonly<Record<string, Slot>> | undefined;
  /** The position of the chosen way of a union. */
  readonly way?: number | undefined;
  /** A person has left it once. */
  readonly touched?: boolean | undefined;
}

/** Where a field without parts keeps what was put into it, so that none is taken for what another kind kept. */
export const placeOf = (kind: FieldKind): "is" | "pick" | "yes" =>
  kind === "boolean" ? "yes" : kind === "enum" || kind === "multi-enum" || kind === "json" ? "pick" : "is";

/** Whether nobody has put anything there. */
export const isUntouched = ({ touched, ...slot }: Slot): boolean => {
  return Object.values(slot).every((part) => part === undefined);
};

/** Stored lists and objects cannot hold more, nor lie deeper. */
const MOST_STORED = 10_000;
const DEEPEST_STORED = 200;

/** Reads a stored slot; what is none in it is as untouched. */
export const readSlot = (stored: unknown, depth = 0): Slot => {
  if (!isPlainObject(stored) || depth > DEEPEST_STORED) return {};
  const { is, pick, yes, json, out, items, keys, parts, way, touched } = stored;
  const inner = (slot: unknown): Slot => readSlot(slot, depth + 1);
  return {
    ...((typeof is === "string" || is === null) && { is }),
    ...((typeof pick === "string" || pick === null) && { pick }),
    ...((typeof yes === "boolean" || yes === null) && { yes }),
    ...(typeof json === "string" && { json }),
    ...(typeof out === "boolean" && { out }),
    ...(Array.isArray(items) && { items: items.slice(0, MOST_STORED).map(inner) }),
    ...(Array.isArray(keys) && { keys: keys.slice(0, MOST_STORED).map(String) }),
    ...(isPlainObject(parts) && {
      parts: Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, inner(part)])),
    }),
    ...(typeof way === "number" && { way }),
    ...(touched === true && { touched }),
  };
};
