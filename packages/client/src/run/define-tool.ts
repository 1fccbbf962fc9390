import type { ToolCallView } from "../lib/tool-call-view.ts";
import type { ContentPart, Metadata } from "../protocol/messages.ts";
import { isAsDeclared, isPlainObject } from "../protocol/trust.ts";
import { prepareSchema } from "../schema/prepare.ts";
import { isStandardSchema, jsonSchemaOf, readStandard, type StandardSchema } from "../schema/standard.ts";
import type { FieldError } from "../schema/types.ts";
import { validate } from "../schema/validate.ts";
import { check } from "../stream/checks.ts";
import { restated } from "./restated.ts";
import { createToolDesk } from "./tool-desk.ts";
import { type ClientTool, DECLINED, type ToolContext, type ToolOutcome } from "./tool-types.ts";

export interface ToolDefinition<Input> {
  name: string;
  /** For the agent, to decide when to call it. */
  description: string;
  /** A JSON Schema of the arguments, or any synchronous Standard Schema that can give one, such as zod's. */
  parameters?: StandardSchema<Input, unknown> | Record<string, unknown>;
  metadata?: Metadata;
  /**
   * Whether a person must consent first; the call is then a pending question, and `true` or
   * `{ approved: true }` is the one answer by which it runs. Default: no.
   */
  needsApproval?: boolean | ((input: Input) => boolean);
  /**
   * Runs the call, once, with valid arguments. Text and content parts are the result as they are,
   * anything else as JSON. Without it the call is a pending question, whose answer is the result.
   */
  execute?: (input: Input, context: ToolContext) => unknown;
}

/**
 * Defines a tool that the app answers when the agent calls it. Arguments are checked before; one that
 * does not fit, and an execution that throws, are answered with `error`, so that the agent goes on.
 */
export function defineTool<Input = unknown>(definition: ToolDefinition<Input>): ClientTool {
  const { name, description, parameters, metadata, needsApproval = false, execute } = definition;
  const read = readerOf<Input>(parameters);
  const schema = isStandard(parameters) ? jsonSchemaOf(parameters, name) : parameters;

  return {
    name,
    description,
    ...(schema !== undefined && { parameters: schema }),
    ...(metadata !== undefined && { metadata }),
    executes: execute !== undefined,
    createDesk: createToolDesk,
    asks(call) {
      if (execute === undefined || typeof needsApproval === "boolean") {
        return execute === undefined || needsApproval === true;
      }
      const input = read(call);
      // Arguments that do not fit are refused without asking anybody.
      if (!input.ok) return false;
      try {
        return needsApproval(input.value);
      } catch {
        // Where it cannot be said whether consent is needed, it is.
        return true;
      }
    },
    allows: isConsent,
    async run(call, context, payload): Promise<ToolOutcome> {
      if (execute === undefined) return { content: toContent(payload) };
      if (payload !== undefined && !isConsent(payload)) return DECLINED;
      const input = read(call);
      if (!input.ok) return { content: "", error: input.reason };
      try {
        return { content: toContent(await execute(input.value, context)) };
      } catch (error) {
        return { content: "", error: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

type Reading<Input> =
  | { readonly ok: true; readonly value: Input }
  | { readonly ok: false; readonly reason: string };

/** Reads the arguments of a call by the schema of its tool. */
function readerOf<Input>(
  parameters: ToolDefinition<Input>["parameters"],
): (call: ToolCallView) => Reading<Input> {
  return ({ name, input, arguments: text }) => {
    const value = input === undefined ? parse(restated(text) ?? (text.trim() || "{}")) : (input ?? {});
    if (value === undefined) return refused(name, "they are not valid JSON");
    if (isStandard(parameters)) {
      const reading = readStandard(parameters, value);
      return reading.ok ? reading : refused(name, toSentence(reading.errors));
    }
    const faults = validate(prepareSchema(parameters), value);
    if (faults.length === 0 && isAsTyped<Input>(value)) return { ok: true, value };
    return refused(name, toSentence(faults));
  };
}

const toSentence = (faults: readonly FieldError[]): string =>
  faults
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`))
    .join("; ");

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const refused = (name: string, why: string): { ok: false; reason: string } => ({
  ok: false,
  reason: `The arguments of ${name} were refused: ${why}.`,
});

const isStandard = <Input>(
  parameters: ToolDefinition<Input>["parameters"],
): parameters is StandardSchema<Input, unknown> => isStandardSchema(parameters);

/** A JSON Schema says nothing to the compiler: the app's word for the type of what it let through. */
const isAsTyped = <Input>(value: unknown): value is Input =>
  isAsDeclared<Input>(value) || value !== undefined;

/** What a tool returned as the content of its message. */
function toContent(value: unknown): string | ContentPart[] {
  return typeof value === "string" || isParts(value) ? value : (JSON.stringify(value) ?? "");
}

/** Whether a value is content parts to the letter; anything near to them would be refused on its way out. */
function isParts(value: unknown): value is ContentPart[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  try {
    const fatal = (): never => {
      throw new Error();
    };
    const report = { warn: fatal, mended: fatal, fatal };
    return check("ContentPart[]", value, { report }) === value;
  } catch {
    return false;
  }
}

/** Nothing but a plain yes lets a tool run that needs one. */
const isConsent = (payload: unknown): boolean =>
  payload === true || (isPlainObject(payload) && payload.approved === true);
