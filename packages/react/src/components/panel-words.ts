import { type Approvals, isRunError, isTransportError, type SubmitError } from "@holdpoint/client";
import type { Messages } from "../messages.ts";

/** Where the batch stands, in one sentence; `lastRun` is the newest run of the thread. */
export function statusWords(
  { phase, counts, runId }: Approvals,
  lastRun: string | undefined,
  messages: Messages,
): string {
  if (phase === "submitting") return messages.sending(counts.total);
  if (phase === "unknown") return messages.unknownEnd;
  if (phase === "failed") return messages.lookAgain;
  const done = counts.answered + counts.declined;
  if (done === 0) return messages.waiting(counts.total);
  if (done < counts.total) return messages.progress(done, counts.total);
  // Only a submit can follow the run that asked while its questions are still pending.
  const submitted = lastRun !== undefined && lastRun !== runId;
  return submitted ? messages.allAnsweredAgain : messages.allAnswered;
}

/** What became of the last submit; undefined where nothing went wrong, or nobody knows. */
export function failureWords({ phase, error }: Approvals, messages: Messages): string | undefined {
  if (!error || phase === "submitting" || phase === "unknown") return undefined;
  if (phase === "failed" || isRunError(error)) return `${messages.notAccepted} ${error.message}`;
  return unstartedWords(error, messages);
}

function unstartedWords(error: SubmitError, messages: Messages): string {
  // Refused here, before it was handed to the transport.
  if (!isTransportError(error)) return messages.notSent(error.message);
  const { status, contentType, cause } = error;
  if (status === undefined && contentType === undefined) {
    // What threw below the transport is the platform's `fetch`; without it an answer came, and was empty.
    return cause === undefined
      ? messages.notStarted(messages.nothingCame)
      : messages.notSent(messages.unreachable);
  }
  const refused = status !== undefined && (status < 200 || status > 299);
  return messages.notStarted(refused ? messages.refusedWith(status) : messages.noStream);
}
