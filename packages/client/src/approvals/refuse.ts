import { ApprovalError, type ApprovalErrorCode } from "../errors.ts";

/** Throws the `ApprovalError` for a misuse of the pending questions; `{ids}` in its sentence names the items. */
export function refuse(
  code: ApprovalErrorCode,
  message: string,
  items: readonly { readonly id: string }[] = [],
): never {
  const ids = items.map(({ id }) => id);
  const quoted = ids.map((id) => `"${id}"`).join(", ");
  throw new ApprovalError(
    code,
    message.replace("{ids}", () => quoted),
    ids,
  );
}
