import type { AgentClient } from "@holdpoint/client";
import {
  AgentProvider,
  ApprovalPanel,
  Message,
  ThreadProvider,
  useActivity,
  useAgentContext,
  useAgentEvent,
  useAgentRun,
  useAgentState,
  useAgentTool,
  useApprovals,
  useCountdown,
  useInbox,
  useInterrupt,
  useInterruptForm,
  useMessage,
  useMessageIds,
  useRunStatus,
  useSubagents,
  useToolCall,
} from "@holdpoint/react";
import { type ReactElement, StrictMode, Suspense } from "react";
import { renderToString } from "react-dom/server";

/** A part of the page by every hook, in words. */
function Everything(): ReactElement {
  const run = useAgentRun<{ n?: number }>();
  const approvals = useApprovals();
  useAgentTool({ name: "look", description: "" });
  useAgentContext("page", "home");
  useAgentEvent("CUSTOM", () => {});
  // Not drawn: an inbox in memory has whatever its threads have.
  useInbox();
  const words = {
    run: [
      run.status,
      run.isBusy,
      run.messages.length,
      run.approvals.items.length,
      run.forms.length,
      run.state.n,
    ],
    status: useRunStatus(),
    ids: useMessageIds(),
    message: useMessage("m1")?.content,
    state: useAgentState((state: { n?: number }) => state.n),
    call: useToolCall("c1")?.name,
    activity: useActivity("m1")?.activityType,
    subagents: useSubagents(),
    approvals: [approvals.phase, approvals.items.length],
    interrupt: useInterrupt("q1")?.id,
    form: useInterruptForm("q1")?.id,
    countdown: useCountdown(1000),
  };
  return (
    <>
      <pre>{JSON.stringify(words)}</pre>
      {run.messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
      <ApprovalPanel run={run} />
    </>
  );
}

/** A page with it. */
export const everyHook = (client: AgentClient): ReactElement => (
  <StrictMode>
    <AgentProvider client={client}>
      <ThreadProvider threadId="t1">
        <Suspense fallback={null}>
          <Everything />
        </Suspense>
      </ThreadProvider>
    </AgentProvider>
  </StrictMode>
);

/** What a server draws of it. */
export const drawEveryHook = (client: AgentClient): string => renderToString(everyHook(client));
