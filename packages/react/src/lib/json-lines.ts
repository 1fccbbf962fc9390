/** How deep values are told line by line; what lies deeper is one line of JSON. */
const DEEPEST = 12;

/**
 * A JSON value as lines of text to compare: a member or an item a line, in the order of `model`, and a text of
 * several lines as these lines, marked at their edge, since escaped on one line nobody sees what changed in it.
 */
export function toLines(value: unknown, model: unknown = value): readonly string[] {
  return linesOf(value, model, "", DEEPEST);
}

function linesOf(value: unknown, model: unknown, label: string, depth: number): readonly string[] {
  const prefix = label && `${label} `;
  if (typeof value === "string" && value.includes("\n")) {
    return [
      ...(label ? [label] : []),
      ...indented(
        value.split("\n").map((line) => `| ${line}`),
        label,
      ),
    ];
  }
  if (depth === 0 || typeof value !== "object" || value === null) return [prefix + scalarText(value)];
  const parts = Array.isArray(value)
    ? value.map((item: unknown, at) => linesOf(item, memberOf(model, at), "-", depth - 1))
    : keysOf(value, model).map((key) =>
        linesOf(memberOf(value, key), memberOf(model, key), `${scalarText(key)}:`, depth - 1),
      );
  if (parts.length === 0) return [prefix + (Array.isArray(value) ? "[]" : "{}")];
  return [...(label ? [label] : []), ...indented(parts.flat(), label)];
}

function indented(lines: readonly string[], label: string): readonly string[] {
  return label ? lines.map((line) => `  ${line}`) : lines;
}

/** A text bare, unless it could be taken for something else; anything else as JSON. */
function scalarText(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value) ?? "";
  return /^[\p{L}/](.*\S)?$/u.test(value) && !["true", "false", "null"].includes(value)
    ? value
    : JSON.stringify(value);
}

/** The keys of an object, those of the model first and in its order. */
function keysOf(value: object, model: unknown): readonly string[] {
  const keys = Object.keys(value);
  const order = typeof model === "object" && model !== null ? Object.keys(model) : [];
  const own = new Set(keys);
  const known = order.filter((key) => own.has(key));
  const first = new Set(known);
  return [...known, ...keys.filter((key) => !first.has(key))];
}

function memberOf(value: unknown, key: string | number): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}
