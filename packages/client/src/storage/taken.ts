import type { StoredBatch } from "../approvals/batch.ts";
import { ApprovalError } from "../errors.ts";
import { isEditable } from "./merge.ts";
import type { ThreadRecord } from "./record.ts";

/** Whether what another tab has written leaves nothing of a batch to answer, or asks where there was none. */
export const isTaken = (batch: StoredBatch | undefined, { batch: theirs }: ThreadRecord): boolean =>
  theirs?.batch !== batch?.batch || (theirs !== undefined && !isEditable(theirs));

/** Why a run may not start: another tab has sent the batch or, where there is none, is running. */
export const takenError = (batch: StoredBatch | undefined): ApprovalError =>
  batch === undefined
    ? new ApprovalError("busy", "This thread is running in another tab.")
    : new ApprovalError(
        "answered-elsewhere",
        "Another tab has answered these questions.",
        batch.items.map(({ id }) => id),
      );
