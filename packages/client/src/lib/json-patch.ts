import type { JsonPatchOperation } from "../protocol/events.ts";
import { isRecord } from "../protocol/trust.ts";
import { jsonEqual } from "./json-equal.ts";
import { isJsonPointer, pointerTokens } from "./json-pointer.ts";

/** A patched document, or the first operation that does not apply (its index, from 0) and why. */
export type PatchResult = { ok: true; document: unknown } | { ok: false; index: number; reason: string };

/** The document under the key "", and the containers that this patch made and may therefore change. */
type Draft = { root: Record<string, unknown>; owned: Set<unknown> };

/** Where a pointer leads: a container (an object or an array), and the member's key or index in it. */
type Place = { container: Record<string, unknown>; key: string };

/**
 * Applies a JSON Patch, all of it or nothing. The given document is never
 * changed: containers on the touched paths are copied, everything beside them
 * keeps its identity. Members named `__proto__` are refused.
 * Source: RFC 6902 and RFC 6901; AG-UI 1.1, events/state.
 */
export function applyPatch(document: unknown, operations: readonly JsonPatchOperation[]): PatchResult {
  const root = { "": document };
  const draft: Draft = { root, owned: new Set([root]) };
  for (const [index, operation] of operations.entries()) {
    const reason = applyOperation(draft, operation);
    if (reason !== undefined) return { ok: false, index, reason };
  }
  return { ok: true, document: root[""] };
}

function applyOperation(draft: Draft, operation: JsonPatchOperation): string | undefined {
  const { op, path } = operation;
  switch (op) {
    case "add":
    case "replace":
    case "test": {
      if (!Object.hasOwn(operation, "value")) return `"${op}" needs a value`;
      if (op === "add") return add(draft, path, operation.value);
      const place = locate(draft, path, op === "replace");
      if (typeof place === "string") return place;
      if (!exists(place)) return missing(path);
      if (op === "replace") place.container[place.key] = operation.value;
      else if (!jsonEqual(place.container[place.key], operation.value))
        return `the value at "${path}" differs`;
      return;
    }
    case "remove":
      return remove(draft, path);
    case "move":
    case "copy": {
      const place = locate(draft, operation.from, false);
      if (typeof place === "string") return place;
      if (!exists(place)) return missing(operation.from);
      const value = place.container[place.key];
      if (op === "copy") {
        // Both places now share the value, so nothing made so far may change in place.
        draft.owned = new Set([draft.root]);
      } else {
        if (path === operation.from) return;
        if (`${path}/`.startsWith(`${operation.from}/`)) return `"${path}" is inside "${operation.from}"`;
        const reason = remove(draft, operation.from);
        if (reason !== undefined) return reason;
      }
      return add(draft, path, value);
    }
    default:
      return `the operation "${String(op)}" is unknown`;
  }
}

function add(draft: Draft, path: string, value: unknown): string | undefined {
  const place = locate(draft, path, true);
  if (typeof place === "string") return place;
  const { container, key } = place;
  if (!Array.isArray(container)) container[key] = value;
  else if (Number(key) > container.length) return missing(path);
  else container.splice(Number(key), 0, value);
  return;
}

function remove(draft: Draft, path: string): string | undefined {
  if (path === "") return "the whole document cannot be removed";
  const place = locate(draft, path, true);
  if (typeof place === "string") return place;
  if (!exists(place)) return missing(path);
  const { container, key } = place;
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else delete container[key];
  return;
}

/** Follows a pointer to the member it names, which need not exist; a text says why that failed. */
function locate(draft: Draft, pointer: unknown, forWriting: boolean): Place | string {
  if (!isJsonPointer(pointer)) return `${JSON.stringify(pointer)} is not a JSON pointer`;
  let place: Place = { container: draft.root, key: "" };
  for (const key of pointerTokens(pointer)) {
    if (key === "__proto__") return `"${pointer}" names a prototype`;
    const { container } = place;
    let next = exists(place) ? container[place.key] : undefined;
    if (forWriting && isRecord(next) && !draft.owned.has(next)) {
      next = Array.isArray(next) ? next.slice() : { ...next };
      container[place.key] = next;
      draft.owned.add(next);
    }
    if (!isRecord(next)) return missing(pointer);
    place = { container: next, key };
    if (!Array.isArray(next)) continue;
    if (key === "-") place.key = String(next.length);
    else if (!/^(0|[1-9]\d*)$/.test(key)) return `"${key}" is not an array index`;
  }
  return place;
}

const exists = ({ container, key }: Place): boolean => Object.hasOwn(container, key);
const missing = (path: string): string => `"${path}" does not exist`;
