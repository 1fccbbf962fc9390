/** The binary binding from end to end: our agents, our client, and the protocol's own. */
import { HttpAgent } from "@ag-ui/client";
import { createAgentClient } from "@holdpoint/client";
import { createRunInput, defineAgent, interrupt } from "@holdpoint/client/agent";
import { protobufFormat, protobufTransport } from "@holdpoint/client/protobuf";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { serve } from "../support/serve-agent.ts";
import { clientOf } from "./support/talk.ts";

const formats = [protobufFormat];
const binary = protobufFormat.mediaType;

/** Shows all that a run may show, and asks before it is done. */
const deployer = defineAgent<{ build?: number; log?: string[] }>(async (ctx) => {
  const answer = ctx.resumeFor("approve");
  if (answer) {
    ctx.say(`${answer.status}: ${JSON.stringify(answer.payload)}`);
    ctx.setState((state) => ({ ...state, log: [...(state.log ?? []), answer.status] }));
    return;
  }
  ctx.setState({ build: 42, log: [] });
  ctx.emit({ type: "STATE_DELTA", delta: [{ op: "add", path: "/log/-", value: "asked" }] });
  const call = ctx.toolCall("check");
  call.args({ build: 42 });
  call.result({ ok: true, notes: null });
  ctx.emit({ type: "ACTIVITY_SNAPSHOT", messageId: "p", activityType: "plan", content: { steps: [1] } });
  ctx.say("Déployer 42? 👩‍🚀");
  return interrupt([
    {
      id: "approve",
      reason: "confirmation",
      message: "Deploy?",
      responseSchema: { type: "object", properties: { to: { enum: ["eu", "us"] } } },
    },
  ]);
});

const post = (url: string, accept: string) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept },
    body: JSON.stringify(createRunInput({ threadId: "t", runId: "r" })),
  });

it("a client that names it gets it, with the headers of a stream; others get events as text", async () => {
  const url = await serve(deployer, { formats });
  const named = await post(url, `text/event-stream, ${binary}`);
  expect(Object.fromEntries(named.headers)).toMatchObject({
    "content-type": binary,
    "cache-control": "no-cache, no-store, no-transform",
    "x-accel-buffering": "no",
    vary: "accept",
  });
  await named.body?.cancel();
  for (const accept of ["*/*", "text/event-stream"]) {
    const response = await post(url, accept);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    await response.body?.cancel();
  }
});

it("an agent that does not offer it says so, and a client that takes both is served all the same", async () => {
  const url = await serve(deployer);
  const refused = await post(url, binary);
  expect([refused.status, await refused.json()]).toMatchObject([406, { code: "NOT_ACCEPTABLE" }]);
  const client = clientOf(url, { transport: protobufTransport({ url }) });
  expect(await client.thread("t").send("Go")).toMatchObject({ status: "interrupted" });
});

it("our client has by it what it has by text: messages, state, the question, and the run that resumes", async () => {
  const shown = await Promise.all(
    [[], formats].map(async (offered) => {
      const url = await serve(deployer, { formats: offered });
      const types: (string | null)[] = [];
      const watched: typeof fetch = async (target, init) => {
        const response = await fetch(target, init);
        types.push(response.headers.get("content-type"));
        return response;
      };
      let ids = 0;
      const client = clientOf(url, {
        transport: protobufTransport({ url, fetch: watched }),
        environment: { generateId: (kind) => `${kind}-${++ids}` },
      });
      const thread = client.thread("t");
      expect(await thread.send("Go")).toMatchObject({ status: "interrupted" });
      const asked = thread.approvals.get().items.map(({ interrupt: one }) => one);
      thread.approvals.answer("approve", { to: "eu" });
      expect(await thread.approvals.submit()).toMatchObject({ status: "success" });
      return { types, asked, messages: thread.get().messages, state: thread.state.get() };
    }),
  );
  expect(shown.map(({ types }) => types)).toEqual([
    ["text/event-stream", "text/event-stream"],
    [binary, binary],
  ]);
  const [text, bytes] = shown.map(({ types: _, ...rest }) => rest);
  expect(bytes).toEqual(text);
  expect(bytes).toMatchObject({ state: { build: 42, log: ["asked", "resolved"] } });
});

it("the official client reads it, pauses and resumes", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const types: (string | null)[] = [];
  const agent = new HttpAgent({
    url: await serve(deployer, { formats }),
    threadId: "t",
    // It asks for text only, though it reads both.
    fetch: async (target, init) => {
      const headers = { ...Object(init.headers), Accept: `${binary}, text/event-stream` };
      const response = await fetch(target, { ...init, headers });
      types.push(response.headers.get("content-type"));
      return response;
    },
  });
  await agent.runAgent();
  expect(agent.state).toEqual({ build: 42, log: ["asked"] });
  expect(agent.pendingInterrupts).toMatchObject([{ id: "approve", message: "Deploy?" }]);
  expect(agent.messages.map(({ content }) => content)).toContain("Déployer 42? 👩‍🚀");
  await agent.runAgent({ resume: [{ interruptId: "approve", status: "resolved", payload: { to: "us" } }] });
  expect(agent.messages.at(-1)?.content).toBe('resolved: {"to":"us"}');
  expect(types).toEqual([binary, binary]);
  // It speaks an older version of the protocol, and has nothing else to say.
  expect(warn.mock.calls.flat().filter((text) => !`${text}`.includes("speaks protocol 1.1"))).toEqual([]);
});

describe("an event that it cannot carry", () => {
  const patching = () => {
    let signal: AbortSignal | undefined;
    const agent = defineAgent(async (ctx) => {
      signal = ctx.signal;
      ctx.say("Before.");
      const operation: { op: "add"; path: string; value: unknown } = { op: "add", path: "/a", value: 1 };
      ctx.emit({ type: "STATE_DELTA", delta: [Object.assign(operation, { note: "why" })] });
      ctx.say("After.");
      await new Promise((_, reject) => ctx.signal.addEventListener("abort", () => reject(ctx.signal.reason)));
    });
    return { agent, signal: () => signal };
  };

  it("ends the run with a reason and stops the agent, and what came before stays", async () => {
    const { agent, signal } = patching();
    const onError = vi.fn();
    const url = await serve(agent, { formats, onError });
    const client = createAgentClient({ transport: protobufTransport({ url }) });
    const thread = client.thread("t");
    const end = await thread.send("Go");
    expect(end).toMatchObject({ status: "failed", error: { code: "SERIALIZATION" } });
    expect(String(end.error)).toContain('its "delta[0].note" would not arrive');
    expect(thread.get().messages.map(({ content }) => content)).toEqual(["Go", "Before."]);
    await expect.poll(() => signal()?.aborted).toBe(true);
    expect(onError).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ rule: "not-protobuf", path: "delta[0].note" }),
    );
    client.dispose();
  });
});
