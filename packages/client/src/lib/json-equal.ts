import { isRecord } from "../protocol/trust.ts";

/**
 * Whether two JSON values are equal: objects by members in any order, arrays by
 * order, numbers by value. Source: RFC 6902, section 4.6.
 */
export function jsonEqual(a: unknown, b: unknown): boolean {
  // A stack of our own: JSON.parse accepts nesting that would overflow a recursion.
  const pending: [unknown, unknown][] = [[a, b]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (!isRecord(left) || !isRecord(right) || Array.isArray(left) !== Array.isArray(right)) return false;
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false;
      pending.push([left[key], right[key]]);
    }
  }
  return true;
}
