import type { JsonPatchOperation } from "../protocol/events.ts";
import { isJsonPointer, pointerTokens } from "../protocol/json-pointer.ts";
import { isRecord } from "../protocol/trust.ts";
import { jsonEqual } from "./json-equal.ts";

/** A patched document, or the first operation that does not apply: its index, from 0, and what it was. */
export type PatchResult = { ok: true; document: unknown } | { ok: false; index: number; reason: string };

/** The document under the key "", and the containers that this patch made and may therefore change. */
type Draft = { root: Record<string, unknown>; owned: Set<unknown> };

/** Where a pointer leads: a container (an object or an array), and the member's key or index in it. */
type Place = { container: Record<string, unknown>; key: string };

/** Ends an operation that does not apply. */
function refuse(): never {
  throw new Error();
}

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
    try {
      applyOperation(draft, operation);
    } catch {
      return { ok: false, index, reason: `${operation.op} does not apply at "${operation.path}"` };
    }
  }
  return { ok: true, document: root[""] };
}

function applyOperation(draft: Draft, operation: JsonPatchOperation): void {
  const { op, path } = operation;
  if (op === "add") {
    add(draft, path, given(operation));
  } else if (op === "replace") {
    const { container, key } = find(draft, path, true);
    container[key] = given(operation);
  } else if (op === "test") {
    if (!jsonEqual(read(draft, path), given(operation))) refuse();
  } else if (op === "remove") {
    remove(draft, path);
  } else if (op === "copy") {
    const value = read(draft, operation.from);
    // Both places now share the value, so nothing made so far may change in place.
    draft.owned = new Set([draft.root]);
    add(draft, path, value);
  } else if (op === "move") {
    const { from } = operation;
    const value = read(draft, from);
    if (path === from) return;
    if (`${path}/`.startsWith(`${from}/`)) refuse();
    remove(draft, from);
    add(draft, path, value);
  } else {
    refuse();
  }
}

/** The value that an operation must carry. */
function given(operation: JsonPatchOperation & { value: unknown }): unknown {
  return Object.hasOwn(operation, "value") ? operation.value : refuse();
}

function read(draft: Draft, path: string): unknown {
  const { container, key } = find(draft, path, false);
  return container[key];
}

function add(draft: Draft, path: string, value: unknown): void {
  const { container, key } = locate(draft, path, true);
  if (!Array.isArray(container)) container[key] = value;
  else if (Number(key) > container.length) refuse();
  else container.splice(Number(key), 0, value);
}

function remove(draft: Draft, path: string): void {
  if (path === "") refuse();
  const { container, key } = find(draft, path, true);
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else delete container[key];
}

/** Follows a pointer to the member it names, which exists. */
function find(draft: Draft, pointer: string, forWriting: boolean): Place {
  const place = locate(draft, pointer, forWriting);
  return exists(place) ? place : refuse();
}

/** Follows a pointer to the member it names, which need not exist. */
function locate(draft: Draft, pointer: unknown, forWriting: boolean): Place {
  if (!isJsonPointer(pointer)) return refuse();
  let place: Place = { container: draft.root, key: "" };
  for (const key of pointerTokens(pointer)) {
    if (key === "__proto__") refuse();
    const { container } = place;
    let next = exists(place) ? container[place.key] : undefined;
    if (forWriting && isRecord(next) && !draft.owned.has(next)) {
      next = Array.isArray(next) ? next.slice() : { ...next };
      container[place.key] = next;
      draft.owned.add(next);
    }
    if (!isRecord(next)) return refuse();
    place = { container: next, key };
    if (!Array.isArray(next)) continue;
    if (key === "-") place.key = String(next.length);
    else if (!/^(0|[1-9]\d*)$/.test(key)) refuse();
  }
  return place;
}

const exists = ({ container, key }: Place): boolean => Object.hasOwn(container, key);
