import type { InterruptDefinition } from "../approvals/define-interrupt.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import type { Message, ToolCall } from "../protocol/messages.ts";
import type { Context, RunAgentInput, Tool } from "../protocol/run-input.ts";
import { firstOfEach } from "./first-of-each.ts";

/** A kind of question, as far as an agent needs it to read its answers. */
export type Question = Pick<InterruptDefinition<never, unknown>, "reason" | "read">;

/** What an agent was asked, with the answers that came along. */
export interface RunRequest {
  readonly input: RunAgentInput;
  readonly threadId: string;
  readonly runId: string;
  /** The run that this one branches off, where the client says so. */
  readonly parentRunId: string | undefined;
  readonly messages: readonly Message[];
  /** The text of the last user message, its text parts joined; `undefined` if there is none. */
  readonly lastUserText: string | undefined;
  /** What the application offers to execute: what an agent may call, and no list of what is allowed. */
  readonly tools: readonly Tool[];
  /** The application's tool with this name. */
  tool(name: string): Tool | undefined;
  /** What the application wants the agent to know. */
  readonly context: readonly Context[];
  /** What the application sends beside the protocol; untrusted, any JSON value. */
  readonly forwardedProps: unknown;

  /** True if the input answers at least one interrupt. */
  readonly isResume: boolean;
  /** The answers of this input, empty if there are none. Answers of earlier inputs are not in it. */
  readonly resume: readonly ResumeEntry[];
  /** The first answer to the interrupt with this id. */
  resumeFor(interruptId: string): ResumeEntry | undefined;
  /**
   * The `Answer` to a typed question, read by its schema; by its reason, which is its id unless it was
   * given another. Undefined where there is none, or none that fits: the agent then asks again.
   */
  resumeFor<Kind extends Question>(definition: Kind, interruptId?: string): ReturnType<Kind["read"]>;
  /**
   * Those of the questions, each once, asked under their reason as id, that this input leaves without an answer that fits. An agent
   * reads it before it says anything: a run that only asks again then repeats no text, and all that is
   * outstanding is asked at once, since an answer counts for the one request that carries it.
   *
   * @example
   * const open = ctx.pending([Budget, Dates]);
   * if (open.length > 0) {
   *   if (!ctx.isResume) ctx.say("Two decisions before I can book.");
   *   return interrupt(open.map((question) => question.interrupt()));
   * }
   */
  pending<Kind extends Question>(definitions: readonly Kind[]): Kind[];
}

/** Creates the view that an agent has of its input. */
export function createRunRequest(input: RunAgentInput): RunRequest {
  const resume = input.resume ?? [];
  const entries = firstOfEach(resume, ({ interruptId }) => interruptId);

  function resumeFor(interruptId: string): ResumeEntry | undefined;
  function resumeFor<Kind extends Question>(definition: Kind, interruptId?: string): ReturnType<Kind["read"]>;
  function resumeFor(of: string | Question, id?: string): unknown {
    return typeof of === "string" ? entries.get(of) : of.read(entries.get(id ?? of.reason));
  }

  return {
    input,
    threadId: input.threadId,
    runId: input.runId,
    parentRunId: input.parentRunId,
    messages: input.messages,
    lastUserText: lastUserText(input.messages),
    tools: input.tools,
    tool: (name) => input.tools.find((tool) => tool.name === name),
    context: input.context,
    forwardedProps: input.forwardedProps,
    isResume: resume.length > 0,
    resume,
    resumeFor,
    pending: (definitions) => [...new Set(definitions)].filter((each) => resumeFor(each) === undefined),
  };
}

function lastUserText(messages: readonly Message[]): string | undefined {
  const content = messages.findLast((message) => message.role === "user")?.content;
  if (content === undefined || typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/**
 * The calls that earlier runs have made and nobody has answered, in their order. Those before the last message of the
 * user are left out, unless the input answers the interrupt with their id: what they were for is over, and
 * an agent must not carry it out now.
 */
export function unansweredIn({ messages, resume = [] }: RunAgentInput): ToolCall[] {
  const results = new Set(messages.map((message) => message.role === "tool" && message.toolCallId));
  const asked = new Set(resume.map(({ interruptId }) => interruptId));
  const turn = messages.findLastIndex(({ role }) => role === "user");
  const calls = new Map<string, ToolCall>();
  for (const [index, message] of messages.entries()) {
    if (message.role !== "assistant") continue;
    for (const call of message.toolCalls ?? []) {
      const { id } = call;
      if (!results.has(id) && (index > turn || asked.has(id))) calls.set(id, call);
    }
  }
  return [...calls.values()];
}
