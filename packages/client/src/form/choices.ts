import type { ApprovalItem } from "../approvals/types.ts";
import type { PreparedSchema } from "../schema/types.ts";
import type { FieldNode } from "./field-node.ts";
import { type Edits, toFieldTree } from "./field-tree.ts";
import type { Asked } from "./form-state.ts";

/** What a button of a question does: give this answer, give what the fields hold, or decline. */
export type ChoiceEffect =
  | { readonly do: "answer"; readonly payload: unknown }
  | { readonly do: "commit" }
  | { readonly do: "decline" };

/** A button of a question. */
export interface Choice {
  readonly id: "approve" | "deny" | "yes" | "no";
  readonly effect: ChoiceEffect;
}

/** How a question is asked: what is drawn, and the buttons beside it. */
export interface Choices extends Asked {
  readonly actions: readonly Choice[];
  /** No schema says what an answer looks like, so any JSON is one. */
  readonly answersAnything: boolean;
}

const decline: ChoiceEffect = { do: "decline" };
const answer = (payload: unknown): ChoiceEffect => ({ do: "answer", payload });
const approveOrDecline: readonly Choice[] = [
  { id: "approve", effect: answer({ approved: true }) },
  { id: "deny", effect: decline },
];

const text: PreparedSchema = { kind: "schema", schema: { type: "string" }, warnings: [] };
const nothing: PreparedSchema = { kind: "missing", warnings: [] };

/**
 * How to ask a question. Without a schema, agents agree on words by the
 * interrupt's reason: `confirmation` takes a bare boolean, `input_required` a
 * text, one bound to a tool call `{ approved }`; `tool_approval` reads whether
 * it was declined, and so may any other reason.
 */
export function toChoices(item: ApprovalItem, prepared: PreparedSchema, edits: Edits | null = null): Choices {
  const reason = item.interrupt?.reason;
  const bound = item.interrupt?.toolCallId !== undefined;
  if (prepared.kind === "never") {
    return { tree: toFieldTree(prepared), prepared, actions: [], answersAnything: false };
  }
  if (prepared.kind === "schema") {
    const tree = toFieldTree(prepared, edits);
    const asksApproval = (reason === "tool_approval" || bound) && !asksItself(tree);
    const approve: Choice = { id: "approve", effect: { do: "commit" } };
    const actions: readonly Choice[] = asksApproval ? [approve, { id: "deny", effect: decline }] : [];
    return { tree, prepared, edits, actions, answersAnything: false };
  }
  const without = { tree: toFieldTree(nothing), prepared: nothing, answersAnything: true };
  if (reason === "confirmation") {
    return {
      ...without,
      actions: [
        { id: "yes", effect: answer(true) },
        { id: "no", effect: answer(false) },
      ],
    };
  }
  if (reason === "input_required")
    return { ...without, tree: toFieldTree(text), prepared: text, actions: [] };
  if (reason !== "tool_approval" && (bound || reason === "tool_call")) {
    return {
      ...without,
      actions: [
        { id: "approve", effect: answer({ approved: true }) },
        { id: "deny", effect: answer({ approved: false }) },
      ],
    };
  }
  return { ...without, actions: approveOrDecline };
}

/** A question that its own Yes and No answer. */
function asksItself({ kind, children }: FieldNode): boolean {
  if (children.length === 0) return kind === "boolean";
  return children.some((child) => {
    return child.kind === "boolean" && child.required && (children.length === 1 || child.key === "approved");
  });
}
