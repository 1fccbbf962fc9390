import { defined, type Loose } from "../lib/defined.ts";
import type { ToolCallView } from "../lib/tool-call-view.ts";
import type { Metadata } from "../protocol/messages.ts";
import { toFault } from "../schema/fault.ts";
import { toAnswer } from "../schema/to-answer.ts";
import type { FieldError } from "../schema/types.ts";
import { refuse } from "./refuse.ts";
import type { ApprovalActions, ApprovalItem, ApprovalPhase } from "./types.ts";

/**
 * Creates what an app does to the pending questions. `items` gives them as of now, and throws
 * `ApprovalError` where they may not be edited or belong to another batch; `replace` writes back.
 */
export const createEdits = (
  items: (token?: string) => readonly ApprovalItem[],
  reply: Replier,
  replace: (changed: readonly ApprovalItem[]) => void,
): Omit<ApprovalActions, "get" | "subscribe" | "editedArgs" | "parametersOf"> => {
  /** The item with this id, if it may be edited. */
  const find = (id: string, options?: { batch?: string }): ApprovalItem => {
    const item = items(options?.batch).find((each) => each.id === id);
    return item ?? refuse("unknown-id", "No such question is pending:", [{ id }]);
  };

  const edits: Omit<ApprovalActions, "get" | "subscribe" | "editedArgs" | "parametersOf"> = {
    answer(id, payload, options) {
      const item = reply(find(id, options), { ...options, payload });
      replace([item]);
      return item.errors;
    },
    draft(id, value, options) {
      const item = find(id, options);
      const json = toAnswer(value);
      if (json.ok) replace([{ ...item, draft: json.value }]);
    },
    clear(id, options) {
      replace([restated(find(id, options), { status: "open" })]);
    },
    decline(id, options) {
      replace([reply(find(id, options), { ...options, decline: true })]);
    },
    answerAll(fn) {
      const changed = items().flatMap((item) => {
        const given = fn(item);
        return given ? reply(item, given) : [];
      });
      const faults = new Map(changed.filter(isFaulty).map(({ id, errors }) => [id, errors]));
      if (faults.size === 0) replace(changed);
      return faults;
    },
    declineAll() {
      edits.answerAll(() => ({ decline: true }));
    },
  };
  return edits;
};

const isFaulty = ({ errors }: ApprovalItem): boolean => errors.length > 0;

/** Gives the item as it is once this is said to its question. */
export type Replier = (item: ApprovalItem, reply: Reply) => ApprovalItem;

/** What is said to a question, by a person or a rule. */
interface Reply {
  readonly decline?: true;
  readonly payload?: unknown;
  readonly metadata?: Metadata | undefined;
}

/** The item with an answer, or, where `judge` finds faults, open with the payload as draft; or declined. */
export const replied = (
  item: ApprovalItem,
  reply: Reply,
  judge: (payload: unknown) => readonly FieldError[],
): ApprovalItem => {
  const { decline } = reply;
  // Copied, as the payload is: what goes out is what was said.
  const metadata: Metadata | undefined = reply.metadata && JSON.parse(JSON.stringify(reply.metadata));
  if (item.expired && !decline) refuse("expired", "It has expired, decline:", [item]);
  const json = toAnswer(reply.payload);
  const payload = json.ok ? json.value : undefined;
  if (decline) return restated(item, { status: "declined", payload, metadata });
  const errors = json.ok ? judge(payload) : [toFault(json.path, "json", {}, `This ${json.reason}.`)];
  if (errors.length > 0) return restated(item, { status: "open", draft: payload, errors });
  return restated(item, { status: "answered", payload, metadata, draft: undefined, notice: null });
};

/**
 * The item with the call as it is now. An answer to a call that has changed is withdrawn: what was said
 * is its draft. Not one that is locked, because it is out, or may have arrived.
 */
export const lookedAt = (
  item: ApprovalItem,
  callOf: (id: string | undefined) => ToolCallView | undefined,
  phase: ApprovalPhase,
): ApprovalItem => {
  const { interrupt, status, toolCall: shown } = item;
  const toolCall = callOf(shown?.id ?? interrupt?.toolCallId);
  if (!toolCall || toolCall === shown) return item;
  if (status !== "answered" || !shown || shown.arguments === toolCall.arguments) return { ...item, toolCall };
  if (phase !== "open" && phase !== "failed") return item;
  return restated(item, {
    status: "open",
    draft: item.draft ?? item.payload,
    toolCall,
    toolCallBefore: shown,
    notice: "arguments-changed",
  });
};

/** The item with a new status and nothing of its last answer; what was typed stays. */
const restated = (
  item: ApprovalItem,
  change: Pick<ApprovalItem, "status"> &
    Partial<Pick<ApprovalItem, "errors" | "notice" | "toolCall">> &
    Loose<Pick<ApprovalItem, "payload" | "metadata" | "draft" | "toolCallBefore">>,
): ApprovalItem => {
  return defined<ApprovalItem>({
    ...item,
    payload: undefined,
    metadata: undefined,
    policy: undefined,
    proposal: undefined,
    errors: [],
    ...change,
  });
};
