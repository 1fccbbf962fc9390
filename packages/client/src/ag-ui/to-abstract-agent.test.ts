/** Agents of ours as agents of the official client. */
import { AbstractAgent, buildResumeArray } from "@ag-ui/client";
import { map } from "rxjs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defineAgent } from "../agent/define-agent.ts";
import { cancelled, interrupt } from "../agent/outcome.ts";
import { createAgentClient } from "../client.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { toAbstractAgent } from "./to-abstract-agent.ts";
import { agUiTransport } from "./transport.ts";

beforeEach(() => {
  // It says there whatever it also throws, and once a run that our agents speak a newer version.
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const deployer = defineAgent(async (ctx) => {
  const answer = ctx.resumeFor("ok");
  if (answer === undefined) {
    ctx.say("Deploying needs a human.");
    return interrupt([{ id: "ok", reason: "tool_approval", message: "Deploy?" }]);
  }
  ctx.say(answer.status === "resolved" ? `Deployed ${JSON.stringify(answer.payload)}.` : "Left as it was.");
  return;
});

const lastText = (agent: AbstractAgent): unknown => agent.messages.at(-1)?.content;

test("runs with the messages and state it was made with, and keeps what comes", async () => {
  let input: RunAgentInput | undefined;
  const agent = toAbstractAgent(
    defineAgent<{ count: number }>(async (ctx) => {
      input = ctx.input;
      ctx.setState({ count: ctx.state.count + 1 });
      ctx.say(`You said ${ctx.lastUserText}.`);
      return { type: "success", result: { done: true } };
    }),
    {
      agentId: "counter",
      description: "Counts",
      threadId: "t1",
      initialMessages: [{ id: "u", role: "user", content: "hi" }],
      initialState: { count: 1 },
    },
  );
  expect(agent).toBeInstanceOf(AbstractAgent);
  expect([agent.agentId, agent.description, agent.threadId]).toEqual(["counter", "Counts", "t1"]);

  const tools = [{ name: "look", description: "Looks", parameters: {} }];
  const { result, newMessages } = await agent.runAgent({ runId: "r1", tools, forwardedProps: { a: 1 } });
  expect(result).toEqual({ done: true });
  expect(newMessages).toMatchObject([{ role: "assistant", content: "You said hi." }]);
  expect(agent.state).toEqual({ count: 2 });
  expect(input).toMatchObject({ threadId: "t1", runId: "r1", tools, forwardedProps: { a: 1 } });

  agent.addMessage({ id: "u2", role: "user", content: "again" });
  await agent.runAgent();
  expect(lastText(agent)).toBe("You said again.");
  expect(agent.state).toEqual({ count: 3 });
});

test("stops at a question, refuses to go on without an answer, and goes on with it", async () => {
  const agent = toAbstractAgent(deployer);
  await agent.runAgent();
  expect(agent.pendingInterrupts).toMatchObject([{ id: "ok", reason: "tool_approval", message: "Deploy?" }]);
  await expect(agent.runAgent()).rejects.toThrow("pending interrupt(s) not addressed by resume: ok");

  const resume = buildResumeArray(agent.pendingInterrupts, {
    ok: { status: "resolved", payload: { build: 42 } },
  });
  await agent.runAgent({ resume });
  expect(lastText(agent)).toBe('Deployed {"build":42}.');
  expect(agent.pendingInterrupts).toEqual([]);
});

test("a declined question takes the other branch", async () => {
  const agent = toAbstractAgent(deployer);
  await agent.runAgent();
  await agent.runAgent({ resume: [cancelled("ok")] });
  expect(lastText(agent)).toBe("Left as it was.");
});

test("abortRun ends the run as cancelled: the agent is stopped and what it left open is closed", async () => {
  let signal: AbortSignal | undefined;
  const agent = toAbstractAgent(
    defineAgent(async (ctx) => {
      signal = ctx.signal;
      ctx.message().delta("half");
      await new Promise(() => {});
    }),
  );
  const outcomes: string[] = [];
  const run = agent.runAgent(undefined, {
    onTextMessageContentEvent: () => agent.abortRun(),
    onRunFinishedEvent: ({ outcome }) => void outcomes.push(outcome),
  });
  await run;
  expect(signal?.aborted).toBe(true);
  expect(outcomes).toEqual(["cancelled"]);
  expect(lastText(agent)).toBe("half");
  expect(agent.isRunning).toBe(false);
});

test("a run that was detached from is over for the client, and the next one works", async () => {
  const agent = toAbstractAgent(
    defineAgent(async (ctx) => {
      ctx.say("x");
      if (!ctx.isResume && ctx.messages.length === 0) await new Promise(() => {});
    }),
  );
  const run = agent.runAgent(undefined, { onTextMessageEndEvent: () => void agent.detachActiveRun() });
  await run.catch(() => {});
  expect(agent.isRunning).toBe(false);
  await agent.runAgent();
  expect(agent.messages).toHaveLength(2);
});

test("a clone has its own thread and its own runs", async () => {
  const agent = toAbstractAgent(deployer, { threadId: "t1" });
  await agent.runAgent();
  const clone: AbstractAgent = agent.clone();
  await clone.runAgent({ resume: [cancelled("ok")] });
  expect(lastText(clone)).toBe("Left as it was.");
  expect(lastText(agent)).toBe("Deploying needs a human.");
  expect(agent.pendingInterrupts).toHaveLength(1);
  expect(clone.threadId).toBe("t1");
});

test("middleware and subscribers see every event", async () => {
  const agent = toAbstractAgent(deployer);
  const passed: string[] = [];
  const heard: string[] = [];
  agent.use((input, next) =>
    next.run(input).pipe(
      map((event) => {
        passed.push(event.type);
        return event;
      }),
    ),
  );
  agent.subscribe({ onEvent: ({ event }) => void heard.push(event.type) });
  await agent.runAgent();
  const types = ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"];
  expect(passed).toEqual(["RUN_STARTED", ...types, "RUN_FINISHED"]);
  expect(heard).toEqual(passed);
});

test("what the agent throws is a RUN_ERROR there, and is heard here with its stack", async () => {
  const error = new Error("no build");
  const onError = vi.fn();
  const agent = toAbstractAgent(
    defineAgent(async () => {
      throw error;
    }),
    { onError },
  );
  const failures: object[] = [];
  await agent.runAgent(undefined, { onRunErrorEvent: ({ event }) => void failures.push(event) });
  expect(failures).toMatchObject([{ message: expect.stringContaining("no build"), code: "AGENT_ERROR" }]);
  expect(onError).toHaveBeenCalledExactlyOnceWith(error);
});

test("its verifier is on: what breaks the order of the protocol rejects", async () => {
  const agent = toAbstractAgent(deployer);
  agent.use((input, next) =>
    next
      .run(input)
      .pipe(map((event) => (event.type === "TEXT_MESSAGE_END" ? { ...event, messageId: "z" } : event))),
  );
  await expect(agent.runAgent()).rejects.toThrow("z");
});

test("an input that is no run input rejects and does not reach the agent", async () => {
  const run = vi.fn(async () => {});
  const agent = toAbstractAgent(defineAgent(run));
  Object.assign(agent, { threadId: 1 });
  await expect(agent.runAgent()).rejects.toThrow("threadId");
  expect(run).not.toHaveBeenCalled();
});

test("there and back: our thread over our agent over the official client", async () => {
  const client = createAgentClient({ transport: agUiTransport(toAbstractAgent(deployer)) });
  const thread = client.thread("t");
  expect(await thread.send("Deploy")).toMatchObject({ status: "interrupted" });
  thread.approvals.answer("ok", { approved: true });
  expect(await thread.approvals.submit()).toMatchObject({ status: "success" });
  expect(thread.get().messages.at(-1)?.content).toBe('Deployed {"approved":true}.');
});
