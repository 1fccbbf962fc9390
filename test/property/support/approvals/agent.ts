import { type Interrupt, type RunAgentInput, TransportError } from "@holdpoint/client";
import type { Question } from "./ledger.ts";
import type { AgentPlan, QuestionPlan } from "./steps.ts";

/** What the agent, which keeps nothing between requests, does at one of them. */
export interface Exchange {
  readonly events: AsyncGenerator<readonly unknown[]>;
  /** What it asks, if it asks. */
  readonly questions: readonly Question[];
}

export interface ExchangeOptions {
  readonly input: RunAgentInput;
  readonly signal: AbortSignal;
  readonly plan: AgentPlan;
  /** The ids that were asked last. */
  readonly earlier: readonly string[];
  /** The agent's clock. */
  readonly now: number;
  newId(): string;
  turns(count: number): Promise<void>;
}

const SCHEMAS: Record<QuestionPlan["schema"], object | undefined> = {
  none: undefined,
  number: { type: "number" },
  boolean: { type: "boolean" },
  string: { type: "string" },
};

const MINUTE = 60_000;

/** Never, or when it is aborted. */
const hang = (signal: AbortSignal, heeds: boolean) =>
  new Promise<void>((resolve) => {
    if (heeds && signal.aborted) resolve();
    else if (heeds) signal.addEventListener("abort", () => resolve());
  });

export function exchange(options: ExchangeOptions): Exchange {
  const { input, plan, earlier, now } = options;
  const questions = plan.asks.map((asked, at): Question => {
    const id = (plan.again ? earlier[at] : undefined) ?? options.newId();
    return {
      id,
      plan: asked,
      expiresAt: asked.minutes === 0 ? undefined : now + asked.minutes * MINUTE,
      toolCallId: asked.bound ? `call-${id}-${input.runId}` : undefined,
    };
  });
  return { questions, events: play(options, questions) };
}

async function* play(
  { input, signal, plan, turns }: ExchangeOptions,
  questions: readonly Question[],
): AsyncGenerator<readonly unknown[]> {
  const { threadId, runId } = input;
  const started = { type: "RUN_STARTED", threadId, runId, protocolVersion: "1.1" };
  const finished = { type: "RUN_FINISHED", threadId, runId };
  const failed = { type: "RUN_ERROR", message: plan.names ? `"${questions[0]?.id}" is wrong` : "No." };
  const broken = { type: "TEXT_MESSAGE_CONTENT", messageId: "nobody", delta: "x" };
  const asks = { ...finished, outcome: { type: "interrupt", interrupts: questions.map(toInterrupt) } };
  const does = plan.does;

  await turns(plan.pace);
  if (does === "refuse") throw new TransportError("Refused.", { status: 503 });
  if (does === "say nothing") return;
  if (does === "hang before starting") return hang(signal, plan.heeds);
  if (does === "break the protocol at once") yield [broken];
  if (does === "fail before starting") {
    yield [failed];
    return;
  }
  yield [started];
  await turns(plan.pace);
  if (does === "break off") throw new TransportError("The line is dead.");
  if (does === "hang") return hang(signal, plan.heeds);
  if (does === "break the protocol") yield [broken];
  if (does === "fail") yield [failed];
  if (does === "cancel") yield [{ ...finished, outcome: { type: "cancelled" } }];
  if (does === "succeed") yield [finished];
  if (does === "succeed and fail") yield [finished, failed];
  if (does === "ask" || does === "ask and fail") {
    for (const { toolCallId } of questions) {
      if (toolCallId === undefined) continue;
      yield [
        { type: "TOOL_CALL_START", toolCallId, toolCallName: "transfer" },
        { type: "TOOL_CALL_ARGS", toolCallId, delta: '{"amount":1}' },
        { type: "TOOL_CALL_END", toolCallId },
      ];
    }
    yield does === "ask" ? [asks] : [asks, failed];
  }
  // The stream stays open for a while after its last event.
  await turns(plan.pace ** 4);
}

function toInterrupt({ id, plan, expiresAt, toolCallId }: Question): Interrupt {
  const responseSchema = SCHEMAS[plan.schema];
  return {
    id,
    reason: plan.reason,
    ...(responseSchema && { responseSchema: { ...responseSchema } }),
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
    ...(toolCallId !== undefined && { toolCallId }),
  };
}
