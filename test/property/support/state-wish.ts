import type { Command } from "./commands.ts";
import type { Wire } from "./model.ts";

const KEYS = ["done", "a/b", "~t", "", "rows", "ü"];
const pointer = (key: string): string => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
const isObject = (value: unknown): value is Wire =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A patch that applies to a document, with the document that it makes. Computed here by hand, without the
 * client's own patching, so that its result can be held against this one.
 */
export function applicablePatch(
  document: unknown,
  { pick, value, flag }: Command,
): { patch: Wire[]; document: unknown } {
  if (!isObject(document))
    return { patch: [{ op: "replace", path: "", value: { value } }], document: { value } };
  const key = KEYS[pick % KEYS.length] ?? "done";
  const path = pointer(key);
  const current = document[key];
  if (!Object.hasOwn(document, key)) {
    return { patch: [{ op: "add", path, value }], document: { ...document, [key]: value } };
  }
  const { [key]: _, ...rest } = document;
  if (Array.isArray(current) && flag) {
    return {
      patch: [{ op: "add", path: `${path}/-`, value }],
      document: { ...document, [key]: [...current, value] },
    };
  }
  const tested = { op: "test", path, value: current };
  switch (pick % 4) {
    case 0:
      return { patch: [tested, { op: "remove", path }], document: rest };
    case 1:
      return { patch: [{ op: "move", from: path, path: "/moved" }], document: { ...rest, moved: current } };
    case 2:
      return { patch: [{ op: "copy", from: path, path: "/copy" }], document: { ...document, copy: current } };
    default:
      return { patch: [tested, { op: "replace", path, value }], document: { ...document, [key]: value } };
  }
}
