import type { Path } from "@holdpoint/client";
import type { FormField } from "@holdpoint/client/form";

/** Where a field is drawn: a union and its ways share a path, so they are told apart by how deep they are there. */
export interface Spot {
  readonly path: Path;
  readonly depth: number;
}

/** The field that is drawn there. */
export function at(fields: readonly FormField[], { path, depth }: Spot): FormField | undefined {
  for (const field of fields) {
    if (!field.path.every((key, index) => path[index] === key)) continue;
    const isHere = field.path.length === path.length;
    if (isHere && depth === 0) return field;
    const inner = at(field.children, { path, depth: isHere ? depth - 1 : depth });
    if (inner) return inner;
  }
  return undefined;
}

/** Every field that is drawn, holders before their parts. */
export function drawn(fields: readonly FormField[]): readonly FormField[] {
  return fields.flatMap((field) => [field, ...drawn(field.children)]);
}

/** What stands at a path of a value. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (holder, key) =>
      typeof holder === "object" && holder !== null && Object.hasOwn(holder, key)
        ? Reflect.get(holder, key)
        : undefined,
    value,
  );
}
