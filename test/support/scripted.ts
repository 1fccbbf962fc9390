import {
  type AgentClientOptions,
  createAgentClient,
  type RunAgentInput,
  type Transport,
  TransportError,
  type Warning,
} from "@holdpoint/client";

/** The events of one run, made from the input that asked for it. */
export type Script = (
  input: RunAgentInput,
  signal: AbortSignal,
) => AsyncIterable<unknown> | Iterable<unknown>;

/** A transport that plays one script a run and keeps what was asked of it. */
export function scripted(...scripts: Script[]): { transport: Transport; inputs: RunAgentInput[] } {
  const inputs: RunAgentInput[] = [];
  const transport: Transport = async function* (input, { signal }) {
    inputs.push(structuredClone(input));
    const script = scripts[inputs.length - 1];
    if (script === undefined) throw new TransportError("no script is left");
    for await (const event of script(input, signal)) yield [event];
  };
  return { transport, inputs };
}

export const started = (input: RunAgentInput) => ({
  type: "RUN_STARTED",
  threadId: input.threadId,
  runId: input.runId,
});
export const finished = (input: RunAgentInput, outcome?: unknown) => ({
  type: "RUN_FINISHED",
  threadId: input.threadId,
  runId: input.runId,
  ...(outcome !== undefined && { outcome }),
});
export const say = (id: string, text: string) => [
  { type: "TEXT_MESSAGE_START", messageId: id },
  { type: "TEXT_MESSAGE_CONTENT", messageId: id, delta: text },
  { type: "TEXT_MESSAGE_END", messageId: id },
];
export const asks =
  (...interrupts: object[]): Script =>
  (input) => [started(input), finished(input, { type: "interrupt", interrupts })];
export const succeeds: Script = (input) => [
  started(input),
  ...say(`m-${input.runId}`, "Done."),
  finished(input),
];

export function client(transport: Transport, options: Partial<AgentClientOptions> = {}) {
  const warnings: Warning[] = [];
  const made = createAgentClient({ transport, onWarning: (warning) => warnings.push(warning), ...options });
  return Object.assign(made, { warnings });
}

/** Waits until a script has been asked for its next event. */
export function gate(): { opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
