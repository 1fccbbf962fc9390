import type { OnWarning } from "../lib/warning.ts";
import type { ApprovalItem, Decision, PolicyReply } from "./types.ts";

/** What a rule may look at beside the question. */
export interface PolicyContext {
  readonly threadId: string;
  readonly actor?: string;
  /** What has been decided on this thread before. */
  readonly decisions: readonly Decision[];
}

/** A rule of the app that answers alone; see `definePolicy`. */
export interface Policy {
  /** Kept with each decision that it makes. */
  readonly name: string;
  /** Whether it only shows what it would answer. */
  readonly dryRun: boolean;
  decide(item: ApprovalItem, context: PolicyContext): PolicyReply | undefined;
  /** Asks the rules in turn about the questions of a new batch. Comes with the rule, so that an app without any does not load it. */
  consult(
    policies: readonly Policy[],
    items: readonly ApprovalItem[],
    context: PolicyContext & { readonly warn: OnWarning },
    answer: (item: ApprovalItem, reply: PolicyReply) => ApprovalItem,
  ): readonly ApprovalItem[];
}

/**
 * Defines a rule that answers questions without a person, such as "always allow this tool here". It is
 * asked once, when a batch opens: what it answers is marked with its name, may still be changed, and is
 * kept as a decision by policy. Where rules have answered the whole batch, it is sent at once. The first
 * rule that has an answer counts; a question that is asked again, because its answer did not do, is
 * always left to a person. With `dryRun` the answer is only shown, as the item's `proposal`. A rule
 * that throws, or gives what the schema refuses, has answered nothing.
 */
export function definePolicy(definition: {
  name: string;
  dryRun?: boolean;
  decide: Policy["decide"];
}): Policy {
  return { dryRun: false, ...definition, consult };
}

/** What was answered, as it was copied; what does not fit is only to be shown, too. */
const replyOf = ({ status, payload, metadata, draft }: ApprovalItem): PolicyReply =>
  status === "declined"
    ? { decline: true }
    : { payload: status === "open" ? draft : payload, ...(metadata && { metadata }) };

const consult: Policy["consult"] = (policies, items, context, answer) =>
  items.map((item) => {
    if (item.notice !== null) return item;
    for (const policy of policies) {
      const { name } = policy;
      const fail = (why: unknown) =>
        context.warn({
          code: "policy-failed",
          message: `The policy "${name}" gave no answer to "${item.id}": ${why}.`,
        });
      try {
        const reply = policy.decide(item, context);
        if (reply === undefined) continue;
        const answered = answer(item, reply);
        const { errors } = answered;
        if (policy.dryRun && errors[0]?.keyword !== "json") {
          return { ...item, proposal: { policy: name, reply: replyOf(answered) } };
        }
        if (errors.length === 0) return { ...answered, policy: name };
        fail(errors.map(({ message }) => message).join(" "));
      } catch (error) {
        fail(error);
      }
    }
    return item;
  });
