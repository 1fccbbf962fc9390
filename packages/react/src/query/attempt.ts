import { type RunEnd, RunError, type Thread, type ThreadSnapshot } from "@holdpoint/client";

/** The error of a request's last attempt. A request is one call of `mutate`, whichever attempt it is at. */
const failures = new WeakMap<object, Error>();
/** The thread as an attempt has left it of which nothing had arrived, by the error of that attempt. */
const untouched = new WeakMap<Error, ThreadSnapshot>();

/**
 * One attempt at a request: the first one by `first`, each later one by `again`, which adds nothing to
 * the thread. Throws the error of a run that ended badly.
 */
export async function attempt(
  thread: Thread,
  request: object,
  first: () => Promise<RunEnd>,
  again: () => Promise<RunEnd>,
): Promise<RunEnd> {
  const failure = failures.get(request);
  // While it waited for its turn, something has happened here, and the same again may be something else now.
  if (failure && !mayRetry(thread, failure)) throw failure;
  const end = await (failure ? again() : first());
  const error = errorOf(end);
  if (!error) return end;
  failures.set(request, error);
  const left = thread.get();
  if (end.status === "unstarted" && left.runId === end.runId) untouched.set(error, left);
  throw error;
}

/** Whether a request can be made again as it was: nothing of it has arrived, and the thread is as it has left it. */
export const mayRetry = (thread: Thread, error: Error): boolean => untouched.get(error) === thread.get();

/** Whether a request that is not settled may still send something. */
export function isLive(thread: Thread, request: object): boolean {
  const failure = failures.get(request);
  return !failure || mayRetry(thread, failure) || thread.approvals.get().phase === "submitting";
}

/** Why a run ended badly. What was stopped, called off or paused on questions ended as it should. */
function errorOf({ status, error }: RunEnd): Error | undefined {
  switch (status) {
    case "failed":
    case "rejected":
    case "truncated":
    case "unstarted":
      return error ?? new RunError(`The run ended as ${status}.`);
  }
}
