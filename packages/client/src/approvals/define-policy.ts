import type { OnWarning } from "../lib/warning.ts";
import type { ApprovalItem, Decision, PolicyReply } from "./types.ts";

/** What a rule may look at beside the question. */
export interface PolicyContext {
  readonly threadId: string;
  readonly actor?: string;
  /** What has been decided on this thread before. */
  readonly decisions: readonly Decision[];
}

/** A batch that rules may answer before anybody sees it. */
export interface NewBatch {
  current(): { readonly items: readonly ApprovalItem[] };
  show(change: { readonly items: readonly ApprovalItem[] }): void;
  /** The item with this answer. */
  reply(item: ApprovalItem, reply: PolicyReply): ApprovalItem;
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
    context: PolicyContext & { readonly warn: OnWarning },
    batch: NewBatch,
  ): void;
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

const consult: Policy["consult"] = (policies, context, { current, show, reply }) => {
  const opened = current();
  const items = opened.items.map((item) => {
    if (item.notice !== null) return item;
    for (const policy of policies) {
      const { name } = policy;
      const fail = (why: unknown) =>
        context.warn({
          code: "policy-failed",
          message: `The policy "${name}" gave no answer to "${item.id}": ${why}.`,
        });
      try {
        const given = policy.decide(item, context);
        if (given === undefined) continue;
        const answered = reply(item, given);
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
  // What a rule has done itself meanwhile counts more than what it, or another one, answers.
  if (current() === opened) show({ items });
};
