import {
  type AgentRun,
  Composer,
  DecisionLog,
  ExpiryNotice,
  Inbox,
  MessageList,
  RunStatus,
  ToolCallReview,
} from "@holdpoint/react";
import type { ReactElement } from "react";

/** Every part of the kit for one thread, around its panel or dialog. */
export const everyPart = (run: AgentRun, panel: ReactElement): ReactElement => (
  <>
    <Inbox onOpen={() => {}} />
    <MessageList thread={run.thread} />
    <DecisionLog thread={run.thread} />
    <ToolCallReview
      call={{ name: "deploy", arguments: '{"build":42}', status: "complete" }}
      edited={{ build: 43 }}
    />
    <ExpiryNotice expiresAt={run.approvals.nextExpiry} />
    {panel}
    <RunStatus run={run} />
    <Composer run={run} />
  </>
);
