import { ApprovalError, type ApprovalErrorCode } from "../errors.ts";

/** Throws the `ApprovalError` for a misuse of the pending questions; its message ends with the ids of the items. */
export function refuse(
  code: ApprovalErrorCode,
  message: string,
  items: readonly { readonly id: string }[] = [],
): never {
  const ids = items.map(({ id }) => id);
  throw new ApprovalError(code, message + ids.map((id) => ` "${id}"`).join(), ids);
}
