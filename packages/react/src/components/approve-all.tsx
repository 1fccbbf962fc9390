"use client";
import type { FormAction, FormView } from "@holdpoint/client/form";
import type { ReactElement } from "react";
import type { AgentRun } from "../use-agent-run.ts";
import { useMessages } from "../use-messages.ts";
import { rootClass } from "./part.ts";

/** Props of {@link ApproveAll}. */
export interface ApproveAllProps {
  /** What `useAgentRun` gave. */
  run: Pick<AgentRun, "forms">;
  className?: string;
}

/**
 * A button that approves every question that is still open; nothing is sent by it. Nothing where there are not
 * at least two questions, or where one cannot be approved by a press: it has other buttons or none, lacks
 * something in its fields, or has expired.
 */
export function ApproveAll({ run, className }: ApproveAllProps): ReactElement | null {
  const messages = useMessages();
  const open = run.forms.filter(({ item }) => item.status === "open");
  const presses = open.flatMap((form) => approvalOf(form) ?? []);
  if (run.forms.length < 2 || presses.length < open.length) return null;
  // It stays where it was pressed, so that the focus does, too.
  const isOver = presses.length === 0 || run.forms.some(({ disabled }) => disabled);
  return (
    <button
      type="button"
      className={rootClass("hp-button", className)}
      aria-disabled={isOver || undefined}
      onClick={() => {
        if (isOver) return;
        for (const press of presses) press.run();
      }}
    >
      {messages.approveAll}
    </button>
  );
}

function approvalOf({ actions, fields, isComplete, item }: FormView): FormAction | undefined {
  const mayApprove = !item.expired && (fields.length === 0 || isComplete);
  return mayApprove ? actions.find(({ id }) => id === "approve") : undefined;
}
