import { defined } from "../lib/defined.ts";
import type { Interrupt, ResumeEntry } from "../protocol/interrupts.ts";
import type { Metadata } from "../protocol/messages.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { jsonSchemaOf, readStandard, type StandardSchema } from "../schema/standard.ts";
import type { FieldError } from "../schema/types.ts";
import type { ApprovalActions, ApprovalItem, Approvals } from "./types.ts";

/** What an agent says beside the reason and the schema when it asks. */
export interface AskFields {
  /** Unique within its run; the reason unless given, for an agent that asks one such question at a time. */
  id?: string;
  /** The question, in words. */
  message?: string;
  /** The tool call that the question is about. */
  toolCallId?: string;
  /** When it is too late to answer, as ISO 8601. */
  expiresAt?: string;
}

/** A typed answer, as an agent reads it. */
export type Answer<Output> =
  | { readonly status: "resolved"; readonly payload: Output; readonly metadata?: Metadata }
  | { readonly status: "cancelled"; readonly payload?: unknown; readonly metadata?: Metadata };

/**
 * One kind of question, known to both sides by its reason: what is asked for and how it is typed.
 * Given to a client as one of its `interrupts`, it judges every answer to that reason.
 */
export interface InterruptDefinition<Input = unknown, Output = unknown, Meta extends Metadata = Metadata> {
  readonly reason: string;
  /** The JSON Schema of the answer, which goes out as `responseSchema`. */
  readonly responseSchema: Record<string, unknown> | undefined;
  /** The interrupt that an agent ends its run with. */
  interrupt(fields?: AskFields & { metadata?: Meta }): Interrupt;
  /** Answers a pending question of this kind; see `answer` of the approvals. */
  answer(
    approvals: ApprovalActions,
    id: string,
    payload: Input,
    options?: { batch?: string; metadata?: Metadata },
  ): readonly FieldError[];
  /** The pending questions of this kind. */
  items(approvals: Pick<Approvals, "items">): readonly ApprovalItem[];
  /** The metadata of a question of this kind; undefined where they are not what was defined. */
  metadataOf(interrupt: Interrupt): Meta | undefined;
  /** The faults of a payload; none where it fits. */
  judge(payload: unknown): readonly FieldError[];
  /** What an agent reads from an entry; undefined where a payload does not fit, since then nothing was answered. */
  read(entry: ResumeEntry | undefined): Answer<Output> | undefined;
}

/**
 * Defines a kind of question by its reason and any synchronous Standard Schema of the answer, such as
 * zod's. Throws `TypeError` for a schema that waits for something, where that shows with a sample, and for
 * one of what JSON cannot carry, such as a date.
 */
export function defineInterrupt<Input, Output, Meta extends Metadata = Metadata>(definition: {
  reason: string;
  response: StandardSchema<Output, Input>;
  metadata?: StandardSchema<Meta, unknown>;
}): InterruptDefinition<Input, Output, Meta> {
  const { reason, response, metadata } = definition;
  const responseSchema = jsonSchemaOf(response, reason);
  if (isAsynchronous(response, sampleOf(responseSchema))) {
    throw new TypeError(`The schema of "${reason}" is asynchronous, which an answer cannot wait for.`);
  }

  return {
    reason,
    responseSchema,
    interrupt: ({ metadata: known, ...fields } = {}) =>
      defined<Interrupt>({ id: reason, reason, responseSchema, ...fields, metadata: known }),
    answer: (approvals, id, payload, options) => approvals.answer(id, payload, options),
    items: ({ items }) => items.filter((item) => item.interrupt?.reason === reason),
    metadataOf(interrupt) {
      if (metadata === undefined) return undefined;
      const reading = readStandard(metadata, interrupt.metadata);
      return reading.ok ? reading.value : undefined;
    },
    judge(payload) {
      const reading = readStandard(response, payload);
      return reading.ok ? [] : reading.errors;
    },
    read(entry) {
      if (entry === undefined) return undefined;
      const { status, payload, metadata: signed } = entry;
      const more = signed && { metadata: signed };
      if (status === "cancelled") return { status, payload, ...more };
      // A root null goes out without a payload.
      const reading = readStandard(response, payload ?? null);
      return reading.ok ? { status, payload: reading.value, ...more } : undefined;
    },
  };
}

/** Whether a schema answers a value with a promise. It need not for every value, but for one that nearly fits it will. */
function isAsynchronous(schema: StandardSchema<unknown, unknown>, sample: unknown): boolean {
  try {
    const result = schema["~standard"].validate(sample);
    if (!(result instanceof Promise)) return false;
    result.catch(() => {});
    return true;
  } catch {
    return false;
  }
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  string: "",
  number: 0,
  integer: 0,
  boolean: true,
  array: [],
};

/** A value of the types that a schema asks for. */
function sampleOf(schema: unknown, depth = 8): unknown {
  if (!isPlainObject(schema) || depth === 0) return undefined;
  const { type, properties, required, default: preset, enum: choices, const: only } = schema;
  if (preset !== undefined || only !== undefined) return preset ?? only;
  if (Array.isArray(choices)) return choices[0];
  if (type !== "object") return SAMPLES[String(type)];
  const keys = Array.isArray(required) ? required.map(String) : [];
  const fields = isPlainObject(properties) ? properties : {};
  return Object.fromEntries(keys.map((key) => [key, sampleOf(fields[key], depth - 1)]));
}
