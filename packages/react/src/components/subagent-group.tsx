import type { SubagentView } from "@holdpoint/client";
import { type ReactElement, type ReactNode, useId } from "react";
import type { Messages } from "../messages.ts";
import { useMessages } from "../use-messages.ts";

/** An invocation of a subagent: its name, how it stands, and all that it has said. */
export function SubagentGroup({
  subagent,
  children,
}: {
  subagent: SubagentView;
  children: ReactNode;
}): ReactElement {
  const messages = useMessages();
  const headingId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and a section would be a landmark.
    <div className="hp-subagent" role="group" aria-labelledby={headingId} data-status={subagent.status}>
      <p id={headingId} className="hp-subagent__head">
        <span className="hp-subagent__name">{subagent.name ?? messages.subagent}</span>{" "}
        <span className="hp-subagent__status">{statusOf(subagent, messages)}</span>
      </p>
      {subagent.description !== undefined && (
        <p className="hp-subagent__description">{subagent.description}</p>
      )}
      {children}
    </div>
  );
}

function statusOf({ status, error }: SubagentView, messages: Messages): string {
  switch (status) {
    case "running":
      return messages.subagentRunning;
    case "finished":
      return messages.subagentFinished;
    case "suspended":
      return messages.subagentSuspended;
    case "failed":
      return messages.subagentFailed(error?.message ?? "");
    case "abandoned":
      return messages.subagentAbandoned;
  }
}
