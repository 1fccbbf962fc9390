import type { JsonPatchOperation } from "../protocol/events.ts";
import { pointerTokens } from "../protocol/json-pointer.ts";
import { isRecord } from "../protocol/trust.ts";
import { jsonEqual } from "./json-equal.ts";

/** A patched document, or what the first operation was that does not apply. */
export type PatchResult = { ok: true; document: unknown } | { ok: false; reason: string };

/** An object, or an array under its indexes. */
type Container = Record<string, unknown>;

/** Ends an operation that does not apply. */
function refuse(): never {
  throw new Error();
}

/**
 * Applies a JSON Patch whose operations are well-formed, all of it or nothing. The given document is never
 * changed: containers on the touched paths are copied, everything beside them
 * keeps its identity. Members named `__proto__` are refused.
 * Source: RFC 6902 and RFC 6901; AG-UI 1.1, events/state.
 */
export const applyPatch = (document: unknown, operations: readonly JsonPatchOperation[]): PatchResult => {
  const root: Container = { "": document };
  /** The containers that this patch made and may therefore change. */
  let owned = new Set<unknown>([root]);

  /** Follows a pointer to the member it names and gives its value; what `change` is handed may be changed. */
  const visit = (
    pointer: string,
    change?: (container: Container, key: string) => void,
    mayBeAbsent?: boolean,
  ): unknown => {
    let container = root;
    let key = "";
    for (const token of pointerTokens(pointer)) {
      let inner = Object.hasOwn(container, key) ? container[key] : undefined;
      if (token === "__proto__" || !isRecord(inner)) return refuse();
      if (change !== undefined && !owned.has(inner)) {
        container[key] = Array.isArray(inner) ? inner.slice() : { ...inner };
        inner = container[key];
        owned.add(inner);
      }
      if (!isRecord(inner)) return refuse();
      container = inner;
      key = token;
      if (!Array.isArray(inner)) continue;
      if (token === "-") key = String(inner.length);
      else if (!/^(0|[1-9]\d*)$/.test(token)) refuse();
    }
    if (!mayBeAbsent && !Object.hasOwn(container, key)) refuse();
    const value = container[key];
    change?.(container, key);
    return value;
  };

  const remove = (path: string): void => {
    visit(path, (container, key) => {
      if (Array.isArray(container)) container.splice(Number(key), 1);
      else delete container[key];
    });
  };

  const add = (path: string, value: unknown): void => {
    const insert = (container: Container, key: string): void => {
      if (!Array.isArray(container)) container[key] = value;
      else if (Number(key) > container.length) refuse();
      else container.splice(Number(key), 0, value);
    };
    visit(path, insert, true);
  };

  const apply = (operation: JsonPatchOperation): void => {
    const { op, path } = operation;
    if (op === "add") {
      add(path, operation.value);
    } else if (op === "replace") {
      visit(path, (container, key) => {
        container[key] = operation.value;
      });
    } else if (op === "test") {
      if (!jsonEqual(visit(path), operation.value)) refuse();
    } else if (op === "remove") {
      if (path === "") refuse();
      remove(path);
    } else {
      const { from } = operation;
      const value = visit(from);
      // Both places now share the value, so nothing made so far may change in place.
      if (op === "copy") owned = new Set([root]);
      else if (path.startsWith(`${from}/`)) refuse();
      else remove(from);
      add(path, value);
    }
  };

  for (const operation of operations) {
    try {
      apply(operation);
    } catch {
      return { ok: false, reason: `${operation.op} ${operation.path}` };
    }
  }
  return { ok: true, document: root[""] };
};
