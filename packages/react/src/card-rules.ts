import type { ApprovalItem, FieldError, InterruptDefinition, Metadata } from "@holdpoint/client";
import type { ReactNode } from "react";
import type { CardRuleProps } from "./card-context.ts";

/** Draws the questions that all of its conditions hold for; without a condition, every question. */
export interface CardRule {
  /** The interrupt's `reason`. */
  reason?: string;
  /** The name of the tool whose call the question is about. */
  tool?: string;
  when?(item: ApprovalItem): boolean;
  /**
   * Draws the question whole, with its heading, the form and the ways to answer and to decline. Each question
   * of a batch is drawn by one rule alone, and answers only itself. Where it gives null, undefined or false our
   * card is drawn, so that no question goes unseen. A plain function, called while ours renders: what needs
   * hooks is a component that it returns.
   */
  render(props: CardRuleProps): ReactNode;
}

/** Whether a rule draws a question. */
export function drawsCard({ reason, tool, when }: CardRule, item: ApprovalItem): boolean {
  return (
    (reason ?? item.interrupt?.reason) === item.interrupt?.reason &&
    (tool ?? item.toolCall?.name) === item.toolCall?.name &&
    (when?.(item) ?? true)
  );
}

/** As {@link CardRuleProps}, with the types of a definition. */
export interface TypedCardProps<Input, Meta> extends CardRuleProps {
  /** What the agent said beside the question; undefined where it is not what was defined. */
  metadata: Meta | undefined;
  /** Answers with a payload of the defined type, and gives its faults, none where it was taken. */
  answer(payload: Input, options?: { metadata?: Metadata }): readonly FieldError[];
}

/** A rule for the questions of one definition, made by `defineInterrupt`: what it draws answers in the types of it. */
export function createCardRule<Input, Output, Meta extends Metadata>(
  definition: InterruptDefinition<Input, Output, Meta>,
  render: (props: TypedCardProps<Input, Meta>) => ReactNode,
): CardRule {
  return {
    reason: definition.reason,
    render(props) {
      const { form } = props;
      return render({
        ...props,
        metadata: form.item.interrupt && definition.metadataOf(form.item.interrupt),
        answer: (payload, options) => form.answer(payload, options),
      });
    },
  };
}
