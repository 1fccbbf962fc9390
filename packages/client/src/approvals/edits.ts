import { defined } from "../lib/defined.ts";
import { toFault } from "../schema/fault.ts";
import { prepareSchema } from "../schema/prepare.ts";
import { toAnswer } from "../schema/to-answer.ts";
import type { FieldError } from "../schema/types.ts";
import { validate } from "../schema/validate.ts";
import { refuse } from "./refuse.ts";
import type { ApprovalActions, ApprovalItem } from "./types.ts";

/**
 * Creates what an app does to the pending questions. `items` gives them as of now, and throws
 * `ApprovalError` where they may not be edited or belong to another batch; `replace` writes back.
 */
export function createEdits(
  items: (token?: string) => readonly ApprovalItem[],
  replace: (changed: readonly ApprovalItem[]) => void,
): Omit<ApprovalActions, "get" | "subscribe"> {
  /** The item with this id, if it may be edited. */
  function find(id: string, token?: string): ApprovalItem {
    const item = items(token).find((each) => each.id === id);
    return item ?? refuse("unknown-id", "No question {ids} is pending.", [{ id }]);
  }

  const edits: Omit<ApprovalActions, "get" | "subscribe"> = {
    answer(id, payload, options) {
      const item = answered(find(id, options?.batch), { ...options, payload });
      replace([item]);
      return item.errors;
    },
    draft(id, value, options) {
      const item = find(id, options?.batch);
      const json = toAnswer(value);
      if (json.ok) replace([{ ...item, draft: json.value }]);
    },
    clear(id, options) {
      replace([restated(find(id, options?.batch), { status: "open" })]);
    },
    decline(id, options) {
      replace([declined(find(id, options?.batch), options)]);
    },
    answerAll(fn) {
      const changed: ApprovalItem[] = [];
      const faults = new Map<string, readonly FieldError[]>();
      for (const { id } of items()) {
        // Found anew, because `fn` may have edited an item itself.
        const item = find(id);
        const response = fn(item);
        if (response === undefined) continue;
        const next = "decline" in response ? declined(item) : answered(item, response);
        if (next.errors.length > 0) faults.set(id, next.errors);
        changed.push(next);
      }
      if (faults.size === 0) replace(changed);
      return faults;
    },
    declineAll() {
      edits.answerAll(() => ({ decline: true }));
    },
  };
  return edits;
}

type Reply = Pick<ApprovalItem, "payload" | "metadata">;

/** The item with an answer, or, where its schema refuses the payload, open with the payload as draft. */
function answered(item: ApprovalItem, { payload, metadata }: Reply): ApprovalItem {
  if (item.expired) {
    refuse("expired", "{ids} has expired: decline it.", [item]);
  }
  const json = toAnswer(payload);
  if (!json.ok) {
    const errors = [toFault(json.path, "json", {}, `This ${json.reason}.`)];
    return restated(item, { status: "open", errors });
  }
  const errors = validate(prepareSchema(item.interrupt?.responseSchema), json.value);
  return restated(
    item,
    errors.length > 0
      ? { status: "open", draft: json.value, errors }
      : { status: "answered", payload: json.value, draft: undefined, metadata },
  );
}

function declined(item: ApprovalItem, { payload, metadata }: Reply = {}): ApprovalItem {
  const json = toAnswer(payload);
  return restated(item, { status: "declined", payload: json.ok ? json.value : undefined, metadata });
}

/** The item with a new status and nothing of its last answer; what was typed stays. */
function restated(
  item: ApprovalItem,
  change: Pick<ApprovalItem, "status" | "payload"> & {
    draft?: unknown;
    metadata?: ApprovalItem["metadata"] | undefined;
    errors?: readonly FieldError[];
  },
): ApprovalItem {
  return defined<ApprovalItem>({
    ...item,
    payload: undefined,
    metadata: undefined,
    errors: [],
    ...change,
  });
}
