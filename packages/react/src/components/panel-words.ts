import { type Approvals, isRunError, isTransportError, type SubmitError } from "@holdpoint/client";
import type { Messages } from "../messages.ts";

/** Where the batch stands, in one sentence. */
export function statusWords({ phase, counts }: Approvals, messages: Messages): string {
  if (phase === "submitting") return messages.sending(counts.total);
  if (phase === "unknown") return messages.unknownEnd;
  if (phase === "failed") return messages.lookAgain;
  const done = counts.answered + counts.declined;
  if (done === 0) return messages.waiting(counts.total);
  return done === counts.total ? messages.allAnswered : messages.progress(done, counts.total);
}

/** What became of the last submit; undefined where nothing went wrong, or nobody knows. */
export function failureWords({ phase, error }: Approvals, messages: Messages): string | undefined {
  if (!error || phase === "submitting" || phase === "unknown") return undefined;
  if (phase === "failed" || isRunError(error)) return `${messages.notAccepted} ${error.message}`;
  return messages.notSent(reasonWords(error, messages));
}

function reasonWords(error: SubmitError, messages: Messages): string {
  if (!isTransportError(error)) return error.message;
  const { status, contentType, cause } = error;
  if (status !== undefined && (status < 200 || status > 299)) return messages.refusedWith(status);
  // What threw below the transport is the platform's; without it the transport speaks for itself.
  return status === undefined && contentType === undefined && cause !== undefined
    ? messages.unreachable
    : error.message;
}
