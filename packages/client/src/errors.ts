/**
 * The few errors of the client. Each carries data beside its sentence and a
 * brand, so that a guard recognises it across duplicates of the package.
 * An abort is not an error.
 */
const brand = Symbol.for("holdpoint.error");

type Brand = "transport" | "protocol" | "run" | "storage" | "approval";

function hasBrand(value: unknown, name: Brand): boolean {
  return typeof value === "object" && value !== null && Reflect.get(value, brand) === name;
}

/** An error with its brand, which is no member that shows. */
abstract class BrandedError extends Error {
  constructor(name: Brand, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    Object.defineProperty(this, brand, { value: name });
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
  override readonly name = "TransportError";
  readonly status: number | undefined;
  readonly contentType: string | undefined;
  readonly excerpt: string | undefined;
  readonly retryAfter: number | undefined;
  constructor(message: string, fault: TransportFault = {}) {
    super("transport", message, fault.cause);
    this.status = fault.status;
    this.contentType = fault.contentType;
    this.excerpt = fault.excerpt;
    this.retryAfter = fault.retryAfter;
  }
}
export const isTransportError = (value: unknown): value is TransportError => hasBrand(value, "transport");

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
  cause?: unknown;
}

/** A stream, or an outgoing input, that breaks the protocol; nothing after it is trusted. */
export class ProtocolError extends BrandedError {
  override readonly name = "ProtocolError";
  readonly rule: string;
  readonly path: string;
  readonly index: number | undefined;
  readonly ids: readonly string[];
  constructor(message: string, fault: ProtocolFault) {
    super("protocol", message, fault.cause);
    this.rule = fault.rule;
    this.path = fault.path ?? "";
    this.index = fault.index;
    this.ids = fault.ids ?? [];
  }
}
export const isProtocolError = (value: unknown): value is ProtocolError => hasBrand(value, "protocol");

/** The agent's own report that its run failed: `RUN_ERROR`. */
export class RunError extends BrandedError {
  override readonly name = "RunError";
  readonly code: string | undefined;
  constructor(message: string, code?: string) {
    super("run", message);
    this.code = code;
  }
}
export const isRunError = (value: unknown): value is RunError => hasBrand(value, "run");

/** A stored record that could not be read or written. */
export class StorageError extends BrandedError {
  override readonly name = "StorageError";
  constructor(message: string, cause?: unknown) {
    super("storage", message, cause);
  }
}
export const isStorageError = (value: unknown): value is StorageError => hasBrand(value, "storage");

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
  override readonly name = "ApprovalError";
  readonly code: ApprovalErrorCode;
  readonly interruptIds: readonly string[];
  constructor(code: ApprovalErrorCode, message: string, interruptIds: readonly string[] = []) {
    super("approval", message);
    this.code = code;
    this.interruptIds = interruptIds;
  }
}
export const isApprovalError = (value: unknown): value is ApprovalError => hasBrand(value, "approval");
