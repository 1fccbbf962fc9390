import type { ReactNode } from "react";

/**
 * Draws a part in place of ours, given what it shows and, as `children`, ours. A plain function, called while the
 * component renders: what needs hooks is a component that it returns. Keep it stable.
 */
export type Part<Props = object> = (props: Props & { readonly children: ReactNode }) => ReactNode;

/** A part as the app draws it, or as we do. */
export function drawPart<Props extends object>(
  part: Part<Props> | undefined,
  props: Props,
  ours: ReactNode,
): ReactNode {
  return part ? part({ ...props, children: ours }) : ours;
}

/** The class of a component's root: the one that all of ours have, its own, and what the app adds. */
export function rootClass(own: string, added: string | undefined): string {
  return `hp-part ${own}${added ? ` ${added}` : ""}`;
}
