import { deepCompareStrict } from "@cfworker/json-schema";

/**
 * Whether two JSON values are equal: objects by members in any order, arrays by
 * order, numbers by value. Source: RFC 6902, section 4.6.
 */
export const jsonEqual = (a: unknown, b: unknown): boolean => a === b || deepCompareStrict(a, b);
