import { parseExpiry, type StoredBatch } from "../approvals/batch.ts";
import type { Decision } from "../approvals/types.ts";
import { StorageError } from "../errors.ts";
import { defined } from "../lib/defined.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { Interrupt } from "../protocol/interrupts.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { check } from "../stream/checks.ts";
import { type Fault, sentenceOf } from "../stream/stage.ts";
import type { RunUsage, ThreadMessage } from "../thread/types.ts";

/** The version of the stored record. A record of another one is set aside, never guessed at. */
export const RECORD_VERSION = 1;

/**
 * A thread as JSON: what `export()` gives, `hydrate()` takes and a storage keeps. One that comes from
 * outside, such as a server that keeps threads, is made by `readRecord`.
 */
export interface ThreadRecord {
  readonly version: typeof RECORD_VERSION;
  readonly threadId: string;
  /** The conversation, with what the thread knows of each message. */
  readonly messages: readonly ThreadMessage[];
  readonly state: unknown;
  /** The pending questions, with answers and drafts; absent where there are none. */
  readonly batch?: StoredBatch;
  readonly decisions: readonly Decision[];
  readonly usage: readonly RunUsage[];
  /** What the transport keeps between runs. */
  readonly session?: unknown;
  /** Calls of the app's own tools that are to be answered with the next run. */
  readonly calls?: readonly string[];
  /** Calls that were executed, or about to be, and have no result here yet: they are not made again. */
  readonly begun?: readonly string[];
}

/** The shapes of the record, in the notation of the table of wire shapes. */
const RECORD =
  "version:integer threadId messages?:any state?:any batch?:object interrupts?:Interrupt[] runId? decisions?:any usage?:any session?:any calls?:string[] begun?:string[]";
const MARKS = "phase?:streaming|complete|incomplete origin?:app|agent runId?";
const BATCH =
  "batch runId phase:open|submitting|failed|unknown started:boolean items:any sent?:any error?:any counts?:any ready?:any nextExpiry?:any";
const ITEM =
  "id kind:interrupt|tool interrupt?:Interrupt toolCall?:any status:open|answered|declined payload?:any metadata?:object draft?:any notice?:any policy? proposal?:any toolCallBefore?:any batch?:any expired?:any expiresAt?:any errors?:any";
const CALL = "id name arguments";
const PROPOSAL = "policy reply:object";
const FAULT = "path:any keyword params:object message";
const REASON = "message code?";
const DECISION =
  "batch runId interruptId status:resolved|cancelled payload?:any metadata?:object toolCallId? actor? at:integer by:person|policy policy? confirmation:confirmed|unconfirmed";
const USAGE = "runId usage:TokenUsage[]";

/**
 * Reads a record that comes from outside. A server needs to give no more than `version`, `threadId`,
 * `messages` as they go over the wire, and, where questions are pending, either `batch` or the
 * `interrupts` with the `runId` of the run that asked. What is not known is left out with a warning.
 * Throws `StorageError` that names the place for anything malformed.
 */
export function readRecord(value: unknown, warn: OnWarning = () => {}): ThreadRecord {
  const record = readWith(value, warn, (part, read) => [read(part)]);
  const { batch } = record;
  // Nobody here is waiting for a submit that was out when it was made.
  if (batch?.phase !== "submitting") return record;
  return { ...record, batch: { ...batch, phase: batch.sent ? "unknown" : "open" } };
}

/**
 * The same for what this client has kept: with a submit that is out still out, since another tab may be
 * waiting for it, and without messages of the app's own that are none, which must not cost the answers
 * beside them. A member that is null is absent.
 */
export function readKept(value: unknown, warn: OnWarning = () => {}): ThreadRecord {
  return readWith(value, warn, (part, read) => {
    try {
      return [read(isPlainObject(part) ? withoutNull(part) : part)];
    } catch (error) {
      warn({ code: "message-unreadable", message: `A message was not restored: ${error}` });
      return [];
    }
  });
}

function readWith(
  value: unknown,
  warn: OnWarning,
  readOne: (part: unknown, read: (part: unknown) => unknown) => readonly unknown[],
): ThreadRecord {
  const version = isPlainObject(value) ? value.version : undefined;
  if (version !== RECORD_VERSION) {
    const theirs = JSON.stringify(version) ?? "none";
    throw new StorageError(`The record has version ${theirs}, and this client reads ${RECORD_VERSION}.`);
  }
  const fatal = (fault: Fault): never => {
    throw new StorageError(sentenceOf("The record", fault));
  };
  const walk = { report: { warn, mended() {}, fatal } };

  function read(shape: string, part: unknown, path: string): Record<string, unknown> {
    const judged = check(shape, part, walk, path);
    return isPlainObject(judged) ? judged : fatal({ rule: "unknown-member", path });
  }
  function readAll<T>(list: unknown, path: string, make: (part: unknown, path: string) => T): readonly T[] {
    if (list === undefined && path !== "messages") return [];
    if (!Array.isArray(list)) return fatal({ rule: "malformed-field", path, detail: "expected array" });
    return list.map((part, at) => make(part, `${path}[${at}]`));
  }
  function readMessage(part: unknown, path: string): unknown {
    const { phase, origin, runId, ...wire } = isPlainObject(part) ? part : {};
    const marks = read(MARKS, defined<Record<string, unknown>>({ phase, origin, runId }), path);
    // Nothing streams any more.
    const isWhole = phase === undefined || phase === "complete";
    return {
      origin: "app",
      ...read("Message", wire, path),
      ...marks,
      phase: isWhole ? "complete" : "incomplete",
    };
  }
  const readCall = (call: unknown, path: string): object | null =>
    isPlainObject(call)
      ? { ...read(CALL, shownPart(call), path), status: "complete", messageId: "", input: undefined }
      : null;
  const readItem =
    (batch: unknown) =>
    (part: unknown, path: string): Record<string, unknown> => {
      const { toolCall, notice, errors, proposal, toolCallBefore, ...item } = read(ITEM, part, path);
      const before = readCall(toolCallBefore, `${path}.toolCallBefore`);
      const proposed = isPlainObject(proposal) ? read(PROPOSAL, proposal, `${path}.proposal`) : null;
      return {
        ...item,
        batch,
        // An answer without its payload would go out as another one.
        ...(item.status === "answered" && item.payload === undefined && { status: "open" }),
        toolCall: readCall(toolCall, `${path}.toolCall`),
        ...(before && { toolCallBefore: before }),
        ...(proposed && isReply(proposed.reply) && { proposal: proposed }),
        notice: NOTICES.has(notice) ? notice : null,
        expiresAt: isInterrupt(item.interrupt) ? parseExpiry(item.interrupt, warn) : null,
        expired: false,
        errors: readAll(errors, `${path}.errors`, (fault, at) => read(FAULT, fault, at)),
      };
    };
  function readBatch({ batch, interrupts, runId }: Record<string, unknown>): object | undefined {
    if (batch === undefined) {
      const asked = readAll(interrupts, "interrupts", (interrupt) =>
        readItem("restored")(
          { id: idOf(interrupt), kind: "interrupt", interrupt, status: "open" },
          "interrupts",
        ),
      );
      const fresh = { batch: "restored", runId: runId ?? "", phase: "open", started: false };
      return asked.length === 0 ? undefined : { ...fresh, sent: null, error: null, items: asked };
    }
    const { batch: token, phase, started, runId: asked, ...rest } = read(BATCH, batch, "batch");
    const { error } = rest;
    const items = readAll(rest.items, "batch.items", readItem(token));
    const entries = readAll(rest.sent ?? undefined, "batch.sent", (part, path) =>
      read("ResumeEntry", part, path),
    );
    // An entry whose payload was left out would go out as another answer.
    const open = new Set(items.filter(({ status }) => status === "open").map(({ id }) => id));
    const isCut = entries.some(
      ({ interruptId, status, payload }) =>
        status === "resolved" && payload === undefined && open.has(interruptId),
    );
    const sent = entries.length === 0 || isCut ? null : entries;
    return {
      batch: token,
      runId: asked,
      // Without what was sent, nothing can be sent again: the answers are still there to submit.
      phase: sent === null && phase === "unknown" ? "open" : phase,
      started,
      items,
      sent,
      error: isPlainObject(error)
        ? read(REASON, { message: error.message, code: error.code }, "batch.error")
        : null,
    };
  }

  const record = read(RECORD, value, "");
  const whole = defined<Record<string, unknown>>({
    version,
    threadId: record.threadId,
    messages: readAll(record.messages, "messages", (part, path) =>
      readOne(part, (message) => readMessage(message, path)),
    ).flat(),
    state: record.state === undefined ? {} : record.state,
    batch: readBatch(record),
    decisions: readAll(record.decisions, "decisions", (part, path) => read(DECISION, inWholeMs(part), path)),
    usage: readAll(record.usage, "usage", (part, path) => read(USAGE, part, path)),
    session: record.session,
    calls: record.calls,
    begun: record.begun,
  });
  return isThreadRecord(whole) ? whole : fatal({ rule: "malformed-field", path: "messages" });
}

const withoutNull = (part: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(part).filter(([, member]) => member !== null));

/** A skew that was measured is seldom whole, and a decision is not lost for that. */
const inWholeMs = (part: unknown): unknown =>
  isPlainObject(part) && typeof part.at === "number" ? { ...part, at: Math.round(part.at) } : part;

const NOTICES = new Set<unknown>(["arguments-changed", "asked-again"]);

const idOf = (interrupt: unknown): unknown => (isPlainObject(interrupt) ? interrupt.id : undefined);

/** What a rule may answer; anything else is no suggestion to take over. */
const isReply = (value: unknown): boolean =>
  isPlainObject(value) && (value.decline === true || "payload" in value);

/** Gives a judged interrupt its type. */
const isInterrupt = (value: unknown): value is Interrupt => isPlainObject(value) && "reason" in value;

/** The part of a call that tells whether it is still the one that was shown; the thread knows the rest. */
const shownPart = ({ id, name, arguments: text }: Record<string, unknown>): object => ({
  id,
  name,
  arguments: text,
});

/** Gives a judged record its type; what the walk has passed, no more. */
const isThreadRecord = (value: unknown): value is ThreadRecord =>
  isPlainObject(value) && Array.isArray(value.messages);
