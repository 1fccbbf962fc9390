import {
  type Answer,
  type AskFields,
  defineInterrupt,
  type InterruptDefinition,
} from "../approvals/define-interrupt.ts";
import type { Interrupt } from "../protocol/interrupts.ts";
import type { Metadata } from "../protocol/messages.ts";
import { isStandardSchema, jsonSchemaOf, readStandard, type StandardSchema } from "../schema/standard.ts";
import type { RunContext } from "./run-context.ts";
import { toSentence } from "./sentence.ts";
import type { AnswerableCall, ToolCallHandle, ToolCallOptions } from "./tool-call-handle.ts";

/** What a tool needs of the run that calls it; any run's context is one. */
export type ToolHost = Pick<RunContext<unknown>, "resumeFor" | "signal" | "tool">;

/** What a tool is told beside its input. */
export interface AgentToolContext {
  readonly call: AnswerableCall;
  /** Aborted when the run is stopped. */
  readonly signal: AbortSignal;
}

/** What a tool that has asked is told beside its input. */
export interface AnsweredToolContext<Payload> extends AgentToolContext {
  /** What a person said; `cancelled` is a no. Undefined where `ask` had nothing to ask. */
  readonly answer: Answer<Payload> | undefined;
}

/** What a tool shows of its question; the id and the call are added. */
export type ToolQuestion = Omit<AskFields, "id" | "toolCallId"> & { metadata?: Metadata };

/** How far a call came: it has its output, or its question must be answered first. */
export type ToolRun<Output> =
  | { readonly status: "done"; readonly output: Output }
  | { readonly status: "paused"; readonly interrupt: Interrupt };

/** A tool that the agent itself carries out. */
export interface AgentTool<Input = unknown, Output = unknown, Args = never> {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments, for a model; undefined where the schema gives none. */
  readonly parameters: Record<string, unknown> | undefined;
  /** Whether it asks a person by itself. */
  readonly asks: boolean;
  /** Reads arguments; undefined with the reason for those that do not fit. */
  read(
    args: unknown,
  ): { readonly ok: true; readonly input: Input } | { readonly ok: false; readonly reason: string };
  /** Opens a call of this tool with these arguments, for an agent that decides by itself what to call. */
  open(host: Pick<RunContext<unknown>, "toolCall">, args: Args, options?: ToolCallOptions): ToolCallHandle;
  /**
   * Carries out a call, with its own arguments unless given others, and answers it unless it pauses. Rejects with what the
   * tool throws, and with a `TypeError` for arguments or an output that do not fit: thrown on, that fails the run. A call that
   * is answered, or being carried out, is not carried out again: it rejects before anything is done.
   */
  run(host: ToolHost, call: AnswerableCall, args?: unknown): Promise<ToolRun<Output>>;
}

/** A tool that pauses a run until a person has answered its question. */
export interface InterruptibleTool<Input, Output, Args, Payload, Reply>
  extends AgentTool<Input, Output, Args> {
  /** Its kind of question: for `interrupts` of a client, to judge and type the answers there. */
  readonly question: InterruptDefinition<Reply, Payload>;
}

interface ToolParts<Input, Output, Args, Made> {
  name: string;
  /** For the model, to decide when to call it. */
  description: string;
  /** The arguments: any synchronous Standard Schema, such as zod's. */
  input: StandardSchema<Input, Args>;
  /** The output, which goes out as JSON. */
  output: StandardSchema<Output, Made>;
}

/**
 * Defines a tool that the agent carries out. Whether a person must agree first is for the list of `runToolCalls`.
 */
export function agentTool<Input, Output, Args, Made>(
  definition: ToolParts<Input, Output, Args, Made> & {
    run: (input: Input, context: AgentToolContext) => Made | Promise<Made>;
  },
): AgentTool<Input, Output, Args> {
  return toTool(definition, false, async (input, { call, signal }) => ({
    status: "done",
    output: await definition.run(input, { call, signal }),
  }));
}

/**
 * Defines a tool that asks a person. The first call asks and pauses: its interrupt has the id of the call and is bound to it.
 * The call of the run that was answered carries the tool out. Until then nothing of it has run but `ask`, so that nothing
 * is done twice. An answer that does not fit `resume` is none, and is asked for again. What `ask` or `run` throws
 * fails the run and pauses nothing.
 *
 * @example
 * const transfer = interruptibleTool({
 *   name: "transfer",
 *   description: "Transfers money",
 *   input: z.object({ amount: z.number(), to: z.string() }),
 *   output: z.object({ receipt: z.string() }),
 *   resume: z.object({ approved: z.boolean() }),
 *   ask: ({ amount, to }) => ({ message: `Transfer ${amount} to ${to}?` }),
 *   run: async (input, { answer }) => ({ receipt: isYes(answer) ? await pay(input) : "none" }),
 * });
 */
export function interruptibleTool<Input, Output, Args, Made, Payload, Reply>(
  definition: ToolParts<Input, Output, Args, Made> & {
    /** The answer: a schema, or a kind of question that a client knows as well. A schema is asked for with reason `tool_call`. */
    resume: StandardSchema<Payload, Reply> | InterruptDefinition<Reply, Payload>;
    /** What to show of the call; nothing where this one needs no answer. */
    ask: (
      input: Input,
      context: AgentToolContext,
    ) => ToolQuestion | undefined | Promise<ToolQuestion | undefined>;
    /** Carries it out, once it is answered or needs no answer. */
    run: (input: Input, context: AnsweredToolContext<Payload>) => Made | Promise<Made>;
  },
): InterruptibleTool<Input, Output, Args, Payload, Reply> {
  const { resume, ask, run } = definition;
  const question = isSchema(resume) ? defineInterrupt({ reason: "tool_call", response: resume }) : resume;
  const tool = toTool<Input, Output, Args, Made>(definition, true, async (input, context) => {
    const { call, host, signal } = context;
    const answer = host.resumeFor(question, call.id);
    const shown = answer ? undefined : await ask(input, { call, signal });
    if (shown !== undefined) {
      const interrupt = question.interrupt({ ...shown, id: call.id, toolCallId: call.id });
      return { status: "paused", interrupt };
    }
    return { status: "done", output: await run(input, { call, signal, answer }) };
  });
  return { ...tool, question };
}

function toTool<Input, Output, Args, Made>(
  { name, description, input, output }: ToolParts<Input, Output, Args, Made>,
  asks: boolean,
  execute: (input: Input, context: AgentToolContext & { host: ToolHost }) => Promise<ToolRun<Made>>,
): AgentTool<Input, Output, Args> {
  function read(args: unknown): ReturnType<AgentTool<Input, Output, Args>["read"]> {
    const reading = readStandard(input, args);
    if (reading.ok) return { ok: true, input: reading.value };
    return { ok: false, reason: `The arguments of ${name} do not fit: ${toSentence(reading.errors)}` };
  }

  return {
    name,
    description,
    parameters: jsonSchemaOf(input, name),
    asks,
    read,
    open(host, args, options) {
      const call = host.toolCall(name, options);
      call.argsJson(args);
      call.end();
      return call;
    },
    run: (host, call, args) =>
      once(call, async () => {
        const reading = read(args === undefined ? call.parseArgs() : args);
        if (!reading.ok) throw new TypeError(reading.reason);
        const made = await execute(reading.input, { host, call, signal: host.signal });
        if (made.status === "paused") return made;
        const fitting = readStandard(output, made.output);
        if (!fitting.ok) {
          throw new TypeError(`The output of ${name} does not fit: ${toSentence(fitting.errors)}`);
        }
        call.resultJson(fitting.value);
        return { status: "done", output: fitting.value };
      }),
  };
}

/** The calls that are being carried out. */
const underway = new WeakSet<AnswerableCall>();

/** Does the work of a call unless that is done, or being done, already. */
async function once<Result>(call: AnswerableCall, work: () => Promise<Result>): Promise<Result> {
  if (call.isAnswered) throw new Error(`The tool call "${call.id}" already has its result`);
  if (underway.has(call)) throw new Error(`The tool call "${call.id}" is being carried out already`);
  underway.add(call);
  try {
    return await work();
  } finally {
    underway.delete(call);
  }
}

const isSchema = <Payload, Reply>(
  resume: StandardSchema<Payload, Reply> | InterruptDefinition<Reply, Payload>,
): resume is StandardSchema<Payload, Reply> => isStandardSchema(resume);
