import type { Report } from "./stage.ts";

/** Stands for a value that must be taken out of what holds it. */
export const GONE: unique symbol = Symbol("gone");

/** One walk: where it reports, where it stands, and the unrecognised value that `GONE` was last returned for. */
export interface Walk {
  readonly report: Report;
  /** What is walked, for the sentences: an event's type or "run input". */
  readonly subject: string;
  readonly trail: (string | number)[];
  unknown: { path: string; message: string };
}

/** Starts a walk of a value that the sentences call `subject`. */
export function createWalk(subject: string, report: Report): Walk {
  return { report, subject, trail: [], unknown: { path: "", message: "" } };
}

/** The place that the walk stands at, such as `messages[0].content[1].source`. */
export function pathOf(walk: Walk): string {
  return walk.trail.reduce<string>(
    (path, key) => path + (typeof key === "number" ? `[${key}]` : path === "" ? key : `.${key}`),
    "",
  );
}

/** Rejects the stream, or the input, for a described field with a wrong value. Source: AG-UI 1.1, basic/processing. */
export function malformed(walk: Walk, expected: string, value: unknown): never {
  const path = pathOf(walk);
  const at = path && ` at ${path}`;
  return walk.report.fatal(
    `${walk.subject} is malformed${at}: expected ${expected}, received ${name(value)}.`,
    {
      rule: "malformed-field",
      path,
    },
  );
}

function name(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  return value === undefined ? "nothing" : Array.isArray(value) ? "array" : typeof value;
}

/** Says what was taken out because of the unrecognised value that the walk met last. */
export function warnGone(walk: Walk, removed: string): void {
  const { path, message } = walk.unknown;
  walk.report.warn({
    code: "unknown-member",
    message: `${walk.subject}: removed ${removed}, ${message}.`,
    path,
  });
}

/** Gives `GONE` for a value that is no member of its union or set, and remembers it for the warning. */
export function unknown(walk: Walk, value: string): typeof GONE {
  const path = pathOf(walk);
  walk.unknown = {
    path,
    message: `because ${JSON.stringify(value.slice(0, 40))} at ${path} is not known here`,
  };
  return GONE;
}

/** Says that the property at which the walk stands was taken out. */
export function warnProperty(walk: Walk): void {
  const path = pathOf(walk);
  walk.report.warn({
    code: "unknown-property",
    message: `${walk.subject}: removed ${path}, a property that is not known here.`,
    path,
  });
}
