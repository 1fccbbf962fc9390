import {
  type ApprovalError,
  type Approvals,
  isApprovalError,
  isRunError,
  isTransportError,
  type SubmitError,
} from "@holdpoint/client";
import type { PanelMessages } from "../messages.ts";

/** Whether another tab has answered these questions, or is about to. */
export const isElsewhere = (error: Approvals["error"]): boolean => {
  return isApprovalError(error) && error.code === "answered-elsewhere";
};

/** Where the batch stands, in one sentence; `lastRun` is the newest run of the thread. */
export const statusWords = (
  { phase, counts, error, runId }: Approvals,
  lastRun: string | undefined,
  messages: PanelMessages,
): string => {
  if (phase === "none" && isElsewhere(error)) return messages.answeredElsewhere;
  if (phase === "submitting") {
    return isElsewhere(error) ? messages.sendingElsewhere : messages.sending(counts.total);
  }
  if (phase === "unknown") return messages.unknownEnd;
  if (phase === "failed") return messages.lookAgain;
  const done = counts.answered + counts.declined;
  if (done === 0) return messages.waiting(counts.total);
  if (done < counts.total) return messages.progress(done, counts.total);
  // Only a submit can follow the run that asked while its questions are still pending.
  const submitted = lastRun !== undefined && lastRun !== runId;
  return submitted ? messages.allAnsweredAgain : messages.allAnswered;
};

/** How the client begins the message of a request that reached no server. */
const UNREACHABLE = "The server could not be reached";

/** What became of the last submit; undefined where nothing went wrong, or nobody knows. */
export const failureWords = ({ phase, error }: Approvals, messages: PanelMessages): string | undefined => {
  if (!error || isElsewhere(error) || phase === "submitting" || phase === "unknown") return undefined;
  if (phase === "failed" || isRunError(error)) return `${messages.notAccepted} ${error.message}`;
  return unstartedWords(error, messages);
};

/** What the button says that sends the answers. */
export const sendWords = ({ phase, counts, error }: Approvals, messages: PanelMessages): string => {
  if (phase === "failed") return messages.sendAgain;
  // After a refusal the changed answers are sent as new ones.
  return error && !isRunError(error) && !isElsewhere(error) ? messages.tryAgain : messages.send(counts.total);
};

/**
 * Why an action was refused before anything was sent, where the error's own words are for a developer;
 * undefined where the status says it.
 */
export const misuseWords = (
  { code, message }: ApprovalError,
  messages: PanelMessages,
): string | undefined => {
  if (code === "answered-elsewhere") return undefined;
  if (code === "uncovered") return messages.answerFirst;
  if (code === "unconfirmed") return messages.settleFirst;
  return code === "busy" ? messages.busy : message;
};

const unstartedWords = (error: SubmitError, messages: PanelMessages): string => {
  // Refused here, before it was handed to the transport.
  if (!isTransportError(error)) return messages.notSent(error.message);
  // Of what broke below the transport only its own words are known; an answer may have begun before.
  return error.message.startsWith(UNREACHABLE)
    ? messages.notSent(messages.unreachable)
    : messages.notStarted(error.message);
};
