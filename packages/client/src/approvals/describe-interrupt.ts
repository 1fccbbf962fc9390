import { defined } from "../lib/defined.ts";
import type { Metadata } from "../protocol/messages.ts";
import { isPlainObject } from "../protocol/trust.ts";
import type { ApprovalItem } from "./types.ts";

/** What to show of a question. */
export interface InterruptDescription {
  /** The question in words; never the bare reason code. */
  readonly question: string;
  /** Where the words come from; `none` is the last resort. */
  readonly source: "message" | "metadata" | "tool" | "none";
  /** What else the agent said of it in known places of the metadata: a text, or a JSON value. */
  readonly detail?: unknown;
}

/** The words for a question that the agent did not put in words. */
export interface QuestionWords {
  readonly decision: string;
  readonly call: (toolName: string) => string;
}

/** The English ones. */
export const questionWords: QuestionWords = {
  decision: "The agent asks for a decision.",
  call: (toolName) => `The agent wants to run ${toolName}.`,
};

/** Where agents put a prompt that they do not put into `message`, the likeliest first. */
const PROMPTS = ["prompt", "question", "message", "title", "text", "description"];
/** Where they put what it is about. */
const DETAILS = ["detail", "details", "reason", "output", "value", "input", "data", "context"];

/**
 * Finds words for a question: its message, then known places of its metadata, one level of a
 * framework's own name included, then the tool that it is about.
 */
export const describeInterrupt = (
  { interrupt, toolCall }: Pick<ApprovalItem, "interrupt" | "toolCall">,
  words: QuestionWords = questionWords,
): InterruptDescription => {
  const places = placesOf(interrupt?.metadata);
  const valuesOf = (keys: readonly string[]) => places.flatMap((place) => keys.map((key) => place[key]));
  const detail = valuesOf(DETAILS).find((value) => (value ?? "") !== "");
  const prompt = valuesOf(PROMPTS).find(isText);
  const made = (source: InterruptDescription["source"], question: string) =>
    defined<InterruptDescription>({ question, source, detail });
  if (isText(interrupt?.message)) return made("message", interrupt.message);
  if (prompt !== undefined) return made("metadata", prompt);
  if (toolCall) return made("tool", words.call(toolCall.name));
  return made("none", words.decision);
};

/** The metadata, and the objects in it that stand for a framework. */
const placesOf = (metadata: Metadata = {}): readonly Record<string, unknown>[] => {
  const known = new Set([...PROMPTS, ...DETAILS]);
  const inner = Object.entries(metadata).filter(([key]) => !known.has(key));
  return [metadata, ...inner.map(([, value]) => value).filter(isPlainObject)];
};

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
