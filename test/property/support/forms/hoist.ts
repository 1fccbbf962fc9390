import type { Json, Shape } from "./shape.ts";

/** Moves the definitions of the parts to the root, where references look for them. */
export function hoisted(shape: Shape): Shape {
  const defs: Record<string, unknown> = {};
  let count = 0;
  function lift(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(lift);
    if (typeof part !== "object" || part === null) return part;
    const { $defs, ...rest }: Json = { ...part };
    const entries = Object.entries(rest).map(([key, value]): [string, unknown] =>
      ["const", "enum", "default"].includes(key) ? [key, value] : [key, lift(value)],
    );
    const lifted: Record<string, unknown> = Object.fromEntries(entries);
    if ($defs === undefined || typeof lifted.$ref !== "string") return lifted;
    const [[name = "", inner] = []] = Object.entries(Object($defs));
    if (name === "folder") {
      defs.folder = inner;
      return lifted;
    }
    const own = `half${count++}`;
    defs[own] = lift(inner);
    return { ...lifted, $ref: `#/$defs/${own}` };
  }
  const schema = lift(shape.schema);
  return {
    ...shape,
    schema: typeof schema === "object" && schema !== null ? { ...schema, $defs: defs } : schema,
  };
}
