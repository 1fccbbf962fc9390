"use client";
import { type AgentClient, isTransportError, type RunEnd, type Thread } from "@holdpoint/client";
import {
  type MutateOptions,
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { useAgentClient } from "../agent-provider.tsx";
import { mayRetry } from "./attempt.ts";

/**
 * The options of Query's `useMutation`, but for what the thread decides. `retry` counts only for what has
 * not reached the agent; without one of its own, `retryDelay` heeds the server's `Retry-After`.
 */
export interface ThreadMutationOptions<Request, OnMutateResult = unknown>
  extends Omit<
    UseMutationOptions<RunEnd, Error, Request, OnMutateResult>,
    "mutationFn" | "mutationKey" | "scope"
  > {
  threadId: string;
}

/** What Query's `useMutation` gives; `mutate` takes `Given`, and `variables` shows it as a `Request`. */
export type ThreadMutation<Given extends readonly unknown[], Request, OnMutateResult = unknown> = Rest<
  UseMutationResult<RunEnd, Error, Request, OnMutateResult>
> & {
  mutate(...given: [...Given, options?: MutateOptions<RunEnd, Error, Request, OnMutateResult>]): void;
  mutateAsync(
    ...given: [...Given, options?: MutateOptions<RunEnd, Error, Request, OnMutateResult>]
  ): Promise<RunEnd>;
};

/** Without the two functions, and still told apart by `status`. */
type Rest<Result> = Result extends unknown ? Omit<Result, "mutate" | "mutateAsync"> : never;

/** A mutation of one thread: one at a time, in order, with the thread's key. */
export function useThreadMutation<Request extends object, OnMutateResult>(
  { threadId, ...options }: ThreadMutationOptions<Request, OnMutateResult>,
  queryClient: QueryClient | undefined,
  keyOf: (client: AgentClient, threadId: string) => readonly unknown[],
  perform: (thread: Thread, request: Request) => Promise<RunEnd>,
): UseMutationResult<RunEnd, Error, Request, OnMutateResult> {
  const client = useAgentClient();
  const queries = useQueryClient(queryClient);
  const mutationKey = useMemo(() => keyOf(client, threadId), [client, threadId, keyOf]);
  const defaults = queries.defaultMutationOptions({ ...options, mutationKey });
  const { retry = 0, retryDelay = toDelay } = defaults;
  // The same from render to render, or each render is an event in the cache.
  const own = useMemo(
    () => ({
      mutationKey,
      // The last part tells sending from submitting, and a thread does one thing at a time.
      scope: { id: JSON.stringify(mutationKey.slice(0, -1)) },
      mutationFn: (request: Request) => perform(client.thread(threadId), request),
      retry: (count: number, error: Error) =>
        mayRetry(client.thread(threadId), error) &&
        (typeof retry === "function" ? retry(count, error) : retry === true || count < Number(retry)),
      retryDelay,
    }),
    [client, threadId, mutationKey, perform, retry, retryDelay],
  );
  return useMutation({ ...options, ...own }, queryClient);
}

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;
/** The longest that a timer can wait; a longer one would not wait at all. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What the server asks for; else as long as Query waits by itself. */
function toDelay(count: number, error: Error): number {
  const asked = isTransportError(error) ? (error.retryAfter ?? 0) : 0;
  return asked > 0
    ? Math.min(asked, LONGEST_TIMER_MS)
    : Math.min(FIRST_DELAY_MS * 2 ** count, LONGEST_DELAY_MS);
}
