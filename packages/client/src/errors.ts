/**
 * The few errors of the client. Each carries data beside its sentence and a
 * brand, so that a guard recognises it across duplicates of the package.
 * An abort is not an error.
 */
const brand = Symbol.for("holdpoint.error");

type Brand = "TransportError" | "ProtocolError" | "RunError" | "StorageError" | "ApprovalError";

const hasBrand = (value: unknown, name: Brand): boolean => Object(value)[brand] === name;

interface ErrorData {
  cause?: unknown;
  code?: string | undefined;
  interruptIds?: readonly string[];
}

/** An error with its brand and its data, which goes into JSON with its sentence. */
abstract class BrandedError extends Error {
  constructor(name: Brand, message: string, data: ErrorData) {
    super(message, data);
    // A cause that the constructor has set stays a member that does not show.
    Object.assign(this, { name, [brand]: name, ...data });
    Object.defineProperty(this, "message", { enumerable: true });
  }
}

/** What a transport knows of a failed exchange. */
export interface TransportFault {
  /** HTTP status of the refusal. */
  status?: number;
  contentType?: string | undefined;
  /** The first part of the body that came instead of an event stream. */
  excerpt?: string | undefined;
  /** Milliseconds to wait, from `Retry-After`. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** No usable event stream: the connection failed, or the answer was something else. */
export class TransportError extends BrandedError {
  declare readonly name: "TransportError";
  declare readonly status: number | undefined;
  declare readonly contentType: string | undefined;
  declare readonly excerpt: string | undefined;
  declare readonly retryAfter: number | undefined;
  constructor(message: string, fault: TransportFault = {}) {
    super("TransportError", message, fault);
  }
}
export const isTransportError = (value: unknown): value is TransportError =>
  hasBrand(value, "TransportError");

/** Which rule of the protocol was broken, and where. */
export interface ProtocolFault {
  /** The rule's short name, such as `content-without-start`. */
  rule: string;
  /** The place inside the event, such as `messages[0].role`; empty for the event as a whole. */
  path?: string;
  /** The event's position in its stream, from 0. */
  index?: number;
  /** The ids involved. */
  ids?: readonly string[];
  /** The event as it came; an interrupt that it carried can still be reached here. */
  event?: unknown;
  /** What the rule, the place and the ids do not say. */
  detail?: string;
  cause?: unknown;
}

/** A stream, or an outgoing input, that breaks the protocol; nothing after it is trusted. */
export class ProtocolError extends BrandedError {
  declare readonly name: "ProtocolError";
  declare readonly rule: string;
  declare readonly path: string;
  declare readonly index: number | undefined;
  declare readonly ids: readonly string[];
  declare readonly event: unknown;
  declare readonly detail: string | undefined;
  constructor(message: string, fault: ProtocolFault) {
    super("ProtocolError", message, { path: "", ids: [], ...fault });
  }
}
export const isProtocolError = (value: unknown): value is ProtocolError => hasBrand(value, "ProtocolError");

/** The agent's own report that its run failed: `RUN_ERROR`. */
export class RunError extends BrandedError {
  declare readonly name: "RunError";
  declare readonly code: string | undefined;
  constructor(message: string, code?: string) {
    super("RunError", message, { code });
  }
}
export const isRunError = (value: unknown): value is RunError => hasBrand(value, "RunError");

/** A stored record that could not be read or written. */
export class StorageError extends BrandedError {
  declare readonly name: "StorageError";
  constructor(message: string, cause?: unknown) {
    super("StorageError", message, cause === undefined ? {} : { cause });
  }
}
export const isStorageError = (value: unknown): value is StorageError => hasBrand(value, "StorageError");

/** Why an answer, or a run while questions are open, was refused before anything was sent. */
export type ApprovalErrorCode =
  | "uncovered"
  | "invalid"
  | "expired"
  | "busy"
  | "stale-batch"
  | "unknown-id"
  | "answered-elsewhere"
  | "unconfirmed"
  | "nothing-pending";

/** Misuse of the pending questions, refused before anything was sent; nothing is lost by it. */
export class ApprovalError extends BrandedError {
  declare readonly name: "ApprovalError";
  declare readonly code: ApprovalErrorCode;
  declare readonly interruptIds: readonly string[];
  constructor(code: ApprovalErrorCode, message: string, interruptIds: readonly string[] = []) {
    super("ApprovalError", message, { code, interruptIds });
  }
}
export const isApprovalError = (value: unknown): value is ApprovalError => hasBrand(value, "ApprovalError");
