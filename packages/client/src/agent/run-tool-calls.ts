import type { Interrupt } from "../protocol/interrupts.ts";
import type { AgentTool, ToolHost, ToolRun } from "./agent-tool.ts";
import { firstOfEach } from "./first-of-each.ts";
import { readApproval, toApproval } from "./tool-approval.ts";
import type { AnswerableCall } from "./tool-call-handle.ts";

/** By what calls are carried out. */
export interface RunToolCallsOptions {
  /** The agent's own tools. */
  tools: readonly ToolEntry[];
  /** The names of the tools that run without asking; every other call is asked about first. `"all"` asks about none. */
  allow: readonly string[] | "all";
  /** The question about a call that is not on the list; without it, a client words it by the tool's name. */
  message?: (call: AnswerableCall) => string;
}

/** A tool of whatever types, as a list of them holds it. */
export type ToolEntry = Pick<AgentTool, "name" | "parameters" | "asks" | "run"> & {
  read(args: unknown): { readonly ok: true } | { readonly ok: false; readonly reason: string };
};

/** What became of a call. */
export type ToolCallRun = {
  readonly call: AnswerableCall;
  /** What it ran with in place of the call's own arguments, where a person has edited them. */
  readonly editedArgs?: unknown;
} & (
  | ToolRun<unknown>
  /** A person said no, and the tool message says so. */
  | { readonly status: "denied" }
  /** There is no such tool, or its arguments do not fit; the tool message says which. */
  | { readonly status: "refused"; readonly reason: string }
  /** The application offers this tool and executes it. */
  | { readonly status: "left" }
);

/**
 * Carries out tool calls, one after another in their order, as far as they may be. A call of a tool that is not on the list
 * becomes an interrupt with reason `tool_approval` under the id of the call, and runs in the run that says yes, with
 * the arguments as they were edited there. A tool that asks by itself pauses. All that paused is in `interrupts`, to end
 * the run with: the answers then come together. What does not pause is carried out and answered all the same.
 *
 * Arguments that do not fit, an unknown tool and a no are answered with a text for the model, so that it goes on. Edited
 * arguments that do not fit are the person's to correct: they fail the run, by a `TypeError` that names the call. So does
 * what a tool throws.
 *
 * Nothing more is begun once the run was stopped: it then rejects with the abort's reason.
 *
 * Throws a `TypeError` for a tool that asks by itself and is not on the list: both questions would have the
 * id of the call, and the second run would forget what the first was told.
 *
 * @example
 * const calls = ctx.isResume ? ctx.unansweredCalls : await callModel(ctx);
 * const { interrupts } = await runToolCalls(ctx, calls, { tools: [search, transfer], allow: ["search", "transfer"] });
 * if (interrupts.length > 0) return interrupt(interrupts);
 */
export async function runToolCalls(
  host: ToolHost,
  calls: readonly AnswerableCall[],
  { tools, allow, message }: RunToolCallsOptions,
): Promise<{ readonly runs: readonly ToolCallRun[]; readonly interrupts: readonly Interrupt[] }> {
  const isAllowed = (name: string) => allow === "all" || allow.includes(name);
  const unlisted = tools.find(({ asks, name }) => asks && !isAllowed(name));
  if (unlisted) {
    throw new TypeError(`The tool ${unlisted.name} asks by itself: put it on the list \`allow\` as well`);
  }

  async function runCall(call: AnswerableCall): Promise<ToolCallRun> {
    const tool = tools.find(({ name }) => name === call.name);
    if (tool === undefined) {
      return host.tool(call.name) ? { call, status: "left" } : refuse(call, `There is no tool ${call.name}.`);
    }
    const args = parse(call);
    const reading = args.ok ? tool.read(args.value) : args;
    // Nobody is asked about a call that cannot be carried out as it is.
    if (!reading.ok) return refuse(call, reading.reason);
    if (isAllowed(call.name)) return { call, ...(await tool.run(host, call)) };

    const verdict = readApproval(host.resumeFor(call.id));
    if (verdict === undefined) {
      return { call, status: "paused", interrupt: toApproval(call, tool, message?.(call)) };
    }
    if (!verdict.approved) {
      call.result(`A person did not allow this call of ${call.name}.`);
      return { call, status: "denied" };
    }
    const { editedArgs } = verdict;
    const edited = editedArgs === undefined ? reading : tool.read(editedArgs);
    if (!edited.ok) throw new TypeError(`"${call.id}" /editedArgs: ${edited.reason}`);
    const run = await tool.run(host, call, editedArgs);
    return { call, ...run, ...(editedArgs !== undefined && { editedArgs }) };
  }

  const runs: ToolCallRun[] = [];
  // Models and older histories repeat a call now and then; it is carried out once.
  for (const call of firstOfEach(calls, ({ id }) => id).values()) {
    host.signal.throwIfAborted();
    runs.push(await runCall(call));
  }
  return { runs, interrupts: runs.flatMap((run) => (run.status === "paused" ? run.interrupt : [])) };
}

function refuse(call: AnswerableCall, reason: string): ToolCallRun {
  call.result(reason);
  return { call, status: "refused", reason };
}

function parse(call: AnswerableCall): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: call.parseArgs() };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
