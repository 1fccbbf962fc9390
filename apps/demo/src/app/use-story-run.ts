import { isApprovalError, type RunEnd } from "@holdpoint/client";
import { type AgentRun, useAgentRun } from "@holdpoint/react";
import { useSendMutation, useSubmitMutation } from "@holdpoint/react/query";
import { useMemo } from "react";

/** The run of a story, whose messages and answers go out as mutations, so that the whole page can see what is out. */
export function useStoryRun(threadId: string): AgentRun {
  const run = useAgentRun({ threadId });
  const { mutateAsync: send } = useSendMutation({ threadId });
  const { mutateAsync: submit, error, variables } = useSubmitMutation({ threadId });
  const actions = useMemo(
    () => ({
      send: (content: Parameters<AgentRun["send"]>[0]) => settled(send(content)),
      submit: () => settled(submit()),
      retry: () => settled(submit({ again: true })),
    }),
    [send, submit],
  );
  // How a run ended, the thread knows itself; why it did not start, the mutation.
  const isMisuse = isApprovalError(error) && variables?.batch === run.approvals.batch;
  return { ...run, ...actions, error: isMisuse ? error : run.error };
}

/** What went wrong shows on the page. */
const settled = (sent: Promise<RunEnd>): Promise<RunEnd | undefined> => sent.catch(() => undefined);
