"use client";
import { ApprovalError, type RunEnd, type RunOptions, type Thread } from "@holdpoint/client";
import { createForms } from "@holdpoint/client/form";
import { type MutateOptions, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAgentClient } from "../agent-provider.tsx";
import { cover } from "../lib/coverage.ts";
import { agentKeys } from "./agent-keys.ts";
import { attempt, isLive } from "./attempt.ts";
import { type ThreadMutation, type ThreadMutationOptions, useThreadMutation } from "./use-thread-mutation.ts";

/** Sending the answers of one batch. */
export interface SubmitRequest extends RunOptions {
  /** The batch that is meant; unless given, the one that is pending when `mutate` is called. Another one is not sent. */
  batch?: string | null;
  /** Sends the very entries of the last submit once more, as `approvals.retry()` does: what phase `unknown` asks for. */
  again?: boolean;
}

/** What is out, by its thread. */
const submissions = new WeakMap<Thread, { request: SubmitRequest; result: Promise<RunEnd> }>();

/**
 * `thread.approvals.submit()` as a mutation, of the client of the nearest `AgentProvider`. As `run.submit()`
 * does, it first commits every open form. Resolves and throws as `useSendMutation` does. What is not covered
 * is refused at once, with `ApprovalError`, although the device is offline or another mutation is out.
 *
 * While a submit of the thread is not settled, `mutate` does nothing and `mutateAsync` gives the same
 * promise. What has not reached the agent is sent again if `retry` says so: the same entries, and only
 * while nobody has changed them.
 */
export function useSubmitMutation<OnMutateResult = unknown>(
  options: ThreadMutationOptions<SubmitRequest, OnMutateResult | undefined>,
  queryClient?: QueryClient,
): ThreadMutation<[request?: SubmitRequest], SubmitRequest, OnMutateResult | undefined> {
  const { threadId, onMutate } = options;
  const client = useAgentClient();
  const queries = useQueryClient(queryClient);
  const checked = useMemo(
    (): NonNullable<typeof onMutate> => async (request, context) => {
      await refuseIncomplete(client.thread(threadId), request);
      return onMutate?.(request, context);
    },
    [client, threadId, onMutate],
  );
  const mutation = useThreadMutation(
    { ...options, onMutate: checked },
    queryClient,
    agentKeys.submit,
    submit,
  );
  const { mutateAsync } = mutation;

  const actions = useMemo(() => {
    type Callbacks = MutateOptions<RunEnd, Error, SubmitRequest, OnMutateResult | undefined>;
    const mutationKey = agentKeys.submit(client, threadId);

    function sendOnce(given?: SubmitRequest, callbacks?: Callbacks): Promise<RunEnd> {
      const thread = client.thread(threadId);
      const out = submissions.get(thread);
      // What was taken out of the cache never settles.
      const isOut = queries.isMutating({ mutationKey, exact: true }) > 0;
      if (out && isOut && isLive(thread, out.request)) return out.result;
      const { status, approvals } = thread.get();
      const request = { ...(status !== "restoring" && { batch: approvals.batch }), ...given };
      const result = mutateAsync(request, callbacks).finally(() => {
        if (submissions.get(thread)?.request === request) submissions.delete(thread);
      });
      submissions.set(thread, { request, result });
      return result;
    }

    return {
      mutate(given?: SubmitRequest, callbacks?: Callbacks): void {
        sendOnce(given, callbacks).catch(() => {});
      },
      mutateAsync: sendOnce,
    };
  }, [client, queries, threadId, mutateAsync]);
  return { ...mutation, ...actions };
}

/** What cannot go out is not left waiting until it could: nobody has sent it by then. */
async function refuseIncomplete(thread: Thread, { batch, again, ...options }: SubmitRequest): Promise<void> {
  if (thread.get().status === "restoring") await thread.ready;
  refuseOther(thread, batch);
  if (again) return;
  for (const form of createForms(thread.approvals).get()) cover(form);
  const { phase, ready } = thread.approvals.get();
  // The core refuses it, and says why.
  if (!ready && phase !== "submitting") await thread.approvals.submit(options);
}

function refuseOther(thread: Thread, batch: string | null | undefined): void {
  if (batch === undefined || batch === thread.approvals.get().batch) return;
  throw new ApprovalError(
    "stale-batch",
    "Nothing was sent: other questions are pending than those that were answered.",
  );
}

function submit(thread: Thread, request: SubmitRequest): Promise<RunEnd> {
  const { batch, again, ...options } = request;
  const { approvals } = thread;
  return attempt(
    thread,
    request,
    async () => {
      refuseOther(thread, batch);
      return again ? approvals.retry() : approvals.submit(options);
    },
    approvals.retry,
  );
}
