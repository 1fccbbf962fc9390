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
const approveOr = (approve: ChoiceEffect, deny: ChoiceEffect): readonly Choice[] => [
  { id: "approve", effect: approve },
  { id: "deny", effect: deny },
];

const text: PreparedSchema = { kind: "schema", schema: { type: "string" }, warnings: [] };
const nothing: PreparedSchema = { kind: "missing", warnings: [] };

/**
 * How to ask a question. Without a schema, agents agree on words by the
 * interrupt's reason: `confirmation` takes a bare boolean, `input_required` a
 * text, one bound to a tool call `{ approved }`; `tool_approval` reads whether
 * it was declined, and so may any other reason.
 */
export const toChoices = (
  { interrupt }: ApprovalItem,
  intake: PreparedSchema,
  edits: Edits | null = null,
): Choices => {
  const { reason, toolCallId } = interrupt ?? {};
  const answersAnything = intake.kind !== "schema" && intake.kind !== "never";
  const prepared = answersAnything ? (reason === "input_required" ? text : nothing) : intake;
  const tree = toFieldTree(prepared, edits);

  const toActions = (): readonly Choice[] => {
    const isBound = toolCallId !== undefined;
    const isApproval = reason === "tool_approval";
    if (intake.kind === "schema" && (isApproval || isBound) && !asksItself(tree))
      return approveOr({ do: "commit" }, decline);
    if (prepared !== nothing) return [];
    if (reason === "confirmation") {
      return [
        { id: "yes", effect: answer(true) },
        { id: "no", effect: answer(false) },
      ];
    }
    const isRead = !isApproval && (isBound || reason === "tool_call");
    return approveOr(answer({ approved: true }), isRead ? answer({ approved: false }) : decline);
  };

  return { tree, prepared, edits, actions: toActions(), answersAnything };
};

/** A question that its own Yes and No answer. */
const asksItself = (tree: FieldNode): boolean => {
  const parts = tree.children.length > 0 ? tree.children : [tree];
  return parts.some(({ kind, required, key }) => {
    return kind === "boolean" && required && (parts.length === 1 || key === "approved");
  });
};
