import { consoleWarnings } from "../lib/warning.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { createRunInput } from "./create-run-input.ts";
import type { Agent } from "./define-agent.ts";
import { jsonCopy } from "./json.ts";
import { createOpenItems, type OpenKind } from "./open-items.ts";
import { createRunContext, type RunContext } from "./run-context.ts";
import { createVerifier } from "./verifier.ts";

/** A context without a run around it, for the test of a part of an agent. */
export interface TestContext<State> {
  readonly context: RunContext<State>;
  /** All that was reported, in order; grows as the agent reports. Nothing is added to it, no brackets and no ends. */
  readonly events: readonly AgentEvent[];
  /** What was reported since it was called last. */
  drain(): AgentEvent[];
  /** Stops the run, as a client that leaves would. */
  cancel(reason?: unknown): void;
}

/**
 * Creates a context for the test of what an agent does with one, without running it. What the input leaves out is filled;
 * thread and run are called "thread" and "run". Given an agent, the state is of its type. What breaks the
 * protocol throws as in a run. A test of a whole one, with all that a client would see, is one of `runAgent`. Throws a
 * `TypeError` for an input whose state does not fit.
 *
 * @example
 * const { context, events } = createTestContext({ state: { tasks: ["a"] } }, board);
 * await addTask(context, "b");
 * expect(context.state.tasks).toEqual(["a", "b"]);
 */
export function createTestContext<State = Record<string, unknown>>(
  input: Partial<RunAgentInput> = {},
  agent: Pick<Agent<State>, "state"> = {},
): TestContext<State> {
  const events: AgentEvent[] = [];
  const request = jsonCopy(createRunInput({ threadId: "thread", runId: "run", ...input }));
  const items = createOpenItems();
  const verify = createVerifier(request, consoleWarnings());
  const controller = new AbortController();
  let drained = 0;

  function send(event: AgentEvent): void {
    controller.signal.throwIfAborted();
    const judged = verify(jsonCopy(event));
    if (judged === undefined) return;
    items.note(judged);
    events.push(judged);
  }

  const { threadId, runId } = request;
  verify({ type: "RUN_STARTED", threadId, runId });
  const port = {
    send,
    emit: send,
    assertRunning: () => controller.signal.throwIfAborted(),
    watch(kind: OpenKind, id: string) {
      const isOpen = items.watch(kind, id);
      return () => !controller.signal.aborted && isOpen();
    },
    signal: controller.signal,
    drained: async () => {},
  };
  const context = createRunContext(request, port, agent.state);
  return {
    context,
    events,
    drain() {
      const since = events.slice(drained);
      drained = events.length;
      return since;
    },
    cancel: (reason) => controller.abort(reason),
  };
}
