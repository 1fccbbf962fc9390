"use client";
import type { ContentPart, RunEnd, RunOptions, Thread } from "@holdpoint/client";
import type { QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { agentKeys } from "./agent-keys.ts";
import { attempt } from "./attempt.ts";
import { type ThreadMutation, type ThreadMutationOptions, useThreadMutation } from "./use-thread-mutation.ts";

/** One message of the person, and the run that it starts. */
export interface SendRequest extends RunOptions {
  content: string | ContentPart[];
  /** Declines the whole batch that is pending, and sends the message along. */
  pending?: "decline";
}

/** What `mutate` takes: the message, or the message with options of its run. */
export type SendVariables = string | ContentPart[] | SendRequest;

/**
 * `thread.send()` as a mutation, of the client of the nearest `AgentProvider`. Resolves with the `RunEnd` of a
 * run that ended as `success`, `interrupted`, `cancelled` or `stopped`; throws the end's error for `failed`,
 * `rejected`, `truncated` and `unstarted`, and `ApprovalError` for misuse, before anything is sent.
 *
 * The mutations of a thread run one after the other: a message that is sent while one is out waits for its
 * turn, and is on the thread from then on. A message that has not reached the agent is sent again if `retry` says so, as
 * the message that is on the thread already, and only while nothing else has happened there.
 */
export function useSendMutation<OnMutateResult = unknown>(
  options: ThreadMutationOptions<SendRequest, OnMutateResult>,
  queryClient?: QueryClient,
): ThreadMutation<[message: SendVariables], SendRequest, OnMutateResult> {
  const mutation = useThreadMutation(options, queryClient, agentKeys.send, send);
  const { mutate, mutateAsync } = mutation;
  const actions = useMemo(
    () =>
      ({
        mutate: (message, callbacks) => mutate(toRequest(message), callbacks),
        mutateAsync: (message, callbacks) => mutateAsync(toRequest(message), callbacks),
      }) satisfies Partial<ThreadMutation<[message: SendVariables], SendRequest, OnMutateResult>>,
    [mutate, mutateAsync],
  );
  return { ...mutation, ...actions };
}

/** Another object for each call, by which its attempts are told from those of another one. */
const toRequest = (message: SendVariables): SendRequest =>
  typeof message === "string" || Array.isArray(message) ? { content: message } : { ...message };

function send(thread: Thread, request: SendRequest): Promise<RunEnd> {
  const { content, ...options } = request;
  return attempt(
    thread,
    request,
    () => thread.send(content, options),
    () => {
      // The message is on the thread; and what was declined with it, or answered by a rule, is kept as it was sent.
      if (thread.approvals.get().batch !== null) return thread.approvals.retry();
      const { runId: _, pending: __, ...rest } = options;
      return thread.run(rest);
    },
  );
}
