import { deviceClock, type Interrupt, type RunAgentInput, type Transport } from "@holdpoint/client";
import {
  createTestClient,
  pause,
  type Script,
  say,
  scriptedAgent,
  type TestClient,
  type TestClientOptions,
} from "@holdpoint/client/testing";
import { runOptions } from "./transport-run.ts";

/** A run that stops to ask. */
export const asks = (...interrupts: Interrupt[]): Script => [pause(...interrupts)];

/** A run that says that it is done, in the message `m-{runId}`. */
export const succeeds: Script = ({ runId }) => [say("Done.", { id: `m-${runId}` })];

/** A client that keeps its warnings, by the device's clock: for tests that wind the timers of the whole page. */
export const client = (
  transport: Transport,
  { environment, ...options }: TestClientOptions = {},
): TestClient =>
  createTestClient(transport, {
    ...options,
    environment: { clock: deviceClock.now, timer: deviceClock.timer, ...environment },
  });

/** The objects that a script answers one request with, for a stream that is put together by hand. */
export async function* objectsOf(
  script: Script,
  input: RunAgentInput,
  signal?: AbortSignal,
): AsyncGenerator<unknown> {
  for await (const batch of scriptedAgent(script).transport(input, runOptions(signal))) yield* batch;
}

/** The begin of a run as an agent says it that declares no version: for streams that are written by hand. */
export const started = ({ threadId, runId }: RunAgentInput) => ({ type: "RUN_STARTED", threadId, runId });

/** The end of a run, likewise. */
export const finished = ({ threadId, runId }: RunAgentInput, outcome?: unknown) => ({
  type: "RUN_FINISHED",
  threadId,
  runId,
  ...(outcome !== undefined && { outcome }),
});

/** A whole message. */
export const message = (messageId: string, text: string) => [
  { type: "TEXT_MESSAGE_START", messageId },
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta: text },
  { type: "TEXT_MESSAGE_END", messageId },
];
