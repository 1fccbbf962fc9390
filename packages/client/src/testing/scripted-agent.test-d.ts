import { expectTypeOf, test } from "vitest";
import type { RunAgentInput } from "../protocol/run-input.ts";
import type { Transport } from "../transport/transport.ts";
import {
  createTestClient,
  emit,
  pause,
  replay,
  type ScriptedRun,
  type Step,
  say,
  scriptedAgent,
  setState,
} from "./index.ts";

test("a script is steps, or what makes them from the run", () => {
  const agent = scriptedAgent(
    [say("a")],
    (run) => {
      expectTypeOf(run).toEqualTypeOf<ScriptedRun>();
      return [say(run.runId)];
    },
    async function* () {
      yield say("b");
    },
  );
  expectTypeOf(agent.transport).toEqualTypeOf<Transport>();
  expectTypeOf(agent.inputs).toEqualTypeOf<readonly RunAgentInput[]>();
  createTestClient(agent);
  createTestClient(agent.transport);
  createTestClient(replay({ runs: [] }));
});

test("what a run itself does is not emitted by hand", () => {
  expectTypeOf(emit({ type: "STEP_STARTED", stepName: "s" })).toEqualTypeOf<Step>();
  // @ts-expect-error the end of a run is `finish`, `pause`, `cancel` or `fail`
  emit({ type: "RUN_FINISHED", threadId: "t", runId: "r" });
  // @ts-expect-error an event has the fields of its type
  emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m" });
  // @ts-expect-error a question has a reason
  pause({ id: "a" });
});

test("a state is any JSON, or made from the one before", () => {
  setState({ a: 1 });
  setState((previous) => {
    expectTypeOf(previous).toEqualTypeOf<unknown>();
    return null;
  });
});
