import type { FormView } from "@holdpoint/client/form";
import { type Context, createContext, type ReactElement, type ReactNode } from "react";

/** What a {@link CardRule} is given to draw. */
export interface CardRuleProps {
  /** The question with its answer so far, and the ways to give one. Nothing is sent before all are answered. */
  form: FormView;
  /** The id of the element around what is drawn, for ids of its own. */
  id: string;
  /** Send was pressed while the question was open. */
  missed: boolean | undefined;
  /** The card as it is drawn otherwise, to be put into something else. */
  children: ReactElement<{ id?: string | undefined }>;
}

/** Draws a question in place of our card; the card itself where no rule does. */
export const CardContext: Context<(props: CardRuleProps) => ReactNode> = /* @__PURE__ */ createContext<
  (props: CardRuleProps) => ReactNode
>(({ children }) => children);
