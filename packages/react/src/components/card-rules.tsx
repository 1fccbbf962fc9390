"use client";
import { cloneElement, type ReactElement, type ReactNode, useContext, useMemo } from "react";
import { CardContext, type CardRuleProps } from "../card-context.ts";
import { type CardRule, drawsCard } from "../card-rules.ts";

/** Props of {@link CardRules}. */
export interface CardRulesProps {
  /** The first one that draws a question draws it. Keep the list stable: a new one renders every card again. */
  rules: readonly CardRule[];
  children?: ReactNode;
}

/**
 * Says how whole questions are drawn by everything inside it, be it a panel, a dialog or a card. What no rule
 * draws is drawn by those of the `CardRules` around it, then by us; so a batch can be completed however many
 * of its questions have a rule.
 */
export function CardRules({ rules, children }: CardRulesProps): ReactElement {
  const above = useContext(CardContext);
  const draw = useMemo(
    () =>
      (props: CardRuleProps): ReactNode => {
        const rule = rules.find((each) => drawsCard(each, props.form.item));
        if (!rule) return above(props);
        const { form, id, children: ours } = props;
        // Its id is the one of the element around it.
        const drawn = rule.render({ ...props, children: cloneElement(ours, { id: undefined }) });
        if (drawn === null || drawn === undefined || drawn === false) return above(props);
        return (
          // What leads to the question, as the list of faults does, finds it whatever the rule draws.
          <div id={id} className="hp-own-card" tabIndex={-1} data-status={form.item.status}>
            {drawn}
          </div>
        );
      },
    [rules, above],
  );
  return <CardContext.Provider value={draw}>{children}</CardContext.Provider>;
}
