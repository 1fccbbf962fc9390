import { ApprovalError, type ApprovalErrorCode } from "../errors.ts";
import type { ApprovalItem } from "./types.ts";

/** Throws the `ApprovalError` for a misuse of the pending questions. */
export function refuse(code: ApprovalErrorCode, message: string, ids?: readonly string[]): never {
  throw new ApprovalError(code, message, ids);
}

/** The ids of items, as the error names them. */
export const idsOf = (items: readonly ApprovalItem[]): readonly string[] => items.map((item) => item.id);

/** Ids as its sentence names them. */
export const quote = (ids: readonly string[]): string => ids.map((id) => `"${id}"`).join(", ");
