import { isRecord } from "../protocol/trust.ts";
import type { Report } from "./stage.ts";

/** What older peers send, and a repairing walk brings up to date. */
export type Repair = "null-optional" | "snake-case" | "retired-shape";

/** Stands for a value that must be taken out of what holds it. */
export const GONE: unique symbol = Symbol("gone");

/** One walk: where it reports, where it stands, and the unrecognised value that `GONE` was last returned for. */
export interface Walk {
  readonly report: Report;
  /** What is walked, for the sentences: an event's type or "run input". */
  readonly subject: string;
  readonly trail: (string | number)[];
  unknown: { code: string; path: string; value: string };
  /** Set where an older peer's shapes are repaired: what is wrong or unknown is then left to a later walk. */
  readonly repair: ((kind: Repair) => void) | undefined;
}

/** Starts a walk of a value that the sentences call `subject`. */
export function createWalk(subject: string, report: Report, repair?: Walk["repair"]): Walk {
  return { report, subject, trail: [], unknown: { code: "", path: "", value: "" }, repair };
}

/** The place that the walk stands at, such as `messages[0].content[1].source`. */
export function pathOf(walk: Walk): string {
  return walk.trail.reduce<string>(
    (path, key) => path + (typeof key === "number" ? `[${key}]` : path === "" ? key : `.${key}`),
    "",
  );
}

/** Rejects the stream, or the input, for a described field with a wrong value; a repairing walk keeps it. Source: AG-UI 1.1, basic/processing. */
export function malformed(walk: Walk, expected: string, value: unknown): unknown {
  if (walk.repair) return value;
  const detail = `expected ${expected}, received ${name(value)}`;
  return walk.report.fatal({ rule: "malformed-field", path: pathOf(walk), detail });
}

function name(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  return Array.isArray(value) ? "array" : isRecord(value) ? "object" : String(value);
}

/** Says what was taken out because of the unrecognised value that the walk met last. */
export function warnGone(walk: Walk, removed: string): void {
  const { code, path, value } = walk.unknown;
  const at = path === removed ? "" : ` at ${path}`;
  walk.report.warn({
    code,
    message: `${walk.subject}: removed ${removed}, because ${name(value)}${at} is not known here.`,
    path,
  });
}

/** Gives `GONE` for a value that is no member of its union, set or object, and remembers it for the warning. */
export function unknown(walk: Walk, value: string, code = "unknown-member"): typeof GONE {
  walk.unknown = { code, path: pathOf(walk), value };
  return GONE;
}
