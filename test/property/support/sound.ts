import {
  isApprovalError,
  isProtocolError,
  isRunError,
  isTransportError,
  type RunStatus,
} from "@holdpoint/client";
import { expect, vi } from "vitest";
import type { Seen } from "./play.ts";

const ENDS: readonly RunStatus[] = [
  "success",
  "interrupted",
  "cancelled",
  "failed",
  "rejected",
  "truncated",
  "stopped",
  "unstarted",
];
/** Ends that an agent chooses; every other one has a reason to tell. */
const GOOD: readonly RunStatus[] = ["success", "interrupted", "cancelled"];

const isOurs = (error: unknown): boolean =>
  isTransportError(error) || isProtocolError(error) || isRunError(error) || isApprovalError(error);

const shown = vi.spyOn(console, "error");

/** What holds at the end of every run, whatever came. */
export function expectSound({ end, snapshot }: Seen): void {
  expect(ENDS).toContain(end.status);
  expect(snapshot.status).toBe(end.status);
  expect(end.error === undefined ? GOOD.includes(end.status) : isOurs(end.error)).toBe(true);
  // Nothing of ours may have broken while it was being said what was wrong with theirs.
  expect(shown).not.toHaveBeenCalled();
  for (const message of snapshot.messages) expect(message.phase).not.toBe("streaming");
  expect(snapshot.approvals.items.length > 0).toBe(snapshot.approvals.batch !== null);
}

const prototypes: readonly object[] = [
  Object.prototype,
  Array.prototype,
  Function.prototype,
  String.prototype,
];
const clean = prototypes.map((each) => Reflect.ownKeys(each));

/** No peer has written to what all objects share. */
export function expectUnpolluted(): void {
  expect(prototypes.map((each) => Reflect.ownKeys(each))).toEqual(clean);
}
