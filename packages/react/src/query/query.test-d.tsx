/** What compiles of the entry for TanStack Query, and what does not. */
import type { AgentClient, Inbox, RunEnd } from "@holdpoint/client";
import { type QueryClient, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import {
  agentKeys,
  inboxQueryOptions,
  type LoadedThread,
  threadQueryOptions,
  useSendMutation,
  useSubmitMutation,
} from "./index.ts";

declare const client: AgentClient;
declare const queries: QueryClient;

export function Sending(): void {
  const send = useSendMutation({
    threadId: "t1",
    retry: 3,
    onMutate: ({ content }) => ({ content }),
    onSuccess: (end, request, before) => {
      const status: RunEnd["status"] = end.status;
      const { pending } = request;
      void [status, pending, before.content];
      // @ts-expect-error: there is no such member
      void before.text;
    },
  });
  send.mutate("Go");
  send.mutate([{ type: "text", text: "Go" }]);
  send.mutate(
    { content: "Go", pending: "decline", forwardedProps: {} },
    { onError: ({ message }) => void message },
  );
  const end: Promise<RunEnd> = send.mutateAsync("Go");
  void end;
  // @ts-expect-error: there is nothing to send
  send.mutate();
  // @ts-expect-error: a message is a text or parts
  send.mutate({ text: "Go" });
  // Told apart by its status.
  if (send.isSuccess) {
    const data: RunEnd = send.data;
    const variables: { content: unknown } = send.variables;
    void [data, variables];
  }
  // @ts-expect-error: it may not have run
  const data: RunEnd = send.data;
  void data;

  // @ts-expect-error: which thread
  useSendMutation({ retry: 3 });
  // @ts-expect-error: the thread says what is done
  useSendMutation({ threadId: "t1", mutationFn: async () => end });
  // @ts-expect-error: the thread says what goes out after what
  useSendMutation({ threadId: "t1", scope: { id: "mine" } });
}

export function Submitting(): void {
  const submit = useSubmitMutation({ threadId: "t1" }, queries);
  submit.mutate();
  submit.mutate({ again: true }, { onSettled: (end) => void end?.status });
  submit.mutate({ batch: "b1" });
  // @ts-expect-error: answers are given on the thread
  submit.mutate({ deploy: true });
}

export function Reading(): void {
  const thread = threadQueryOptions({ client, threadId: "t1", load: async () => ({}) });
  const loaded: LoadedThread | undefined = useQuery(thread).data;
  const outcome: LoadedThread["outcome"] = useSuspenseQuery(thread).data.outcome;
  const known: LoadedThread | undefined = queries.getQueryData(thread.queryKey);
  void [loaded, outcome, known];
  // @ts-expect-error: where from
  threadQueryOptions({ client, threadId: "t1" });

  const inbox = inboxQueryOptions({ client });
  const waiting: Inbox | undefined = queries.getQueryData(inbox.queryKey);
  const count: number | undefined = useQuery({ ...inbox, select: ({ length }) => length }).data;
  void [waiting, count];
}

queries.invalidateQueries({ queryKey: agentKeys.thread(client, "t1") });
// @ts-expect-error: a thread is one of a client's
agentKeys.thread("t1");
