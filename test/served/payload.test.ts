/** Whole payloads, there and back over real HTTP. */
import type { Message, RunAgentInput } from "@holdpoint/client";
import { defineAgent } from "@holdpoint/client/agent";
import { expect, it } from "vitest";
import { serve } from "../support/serve-agent.ts";
import { clientOf, talk } from "./support/talk.ts";

const conversation: Message[] = [
  { id: "s", role: "system", content: "Be brief." },
  { id: "d", role: "developer", content: "v2" },
  {
    id: "u",
    role: "user",
    content: [
      { type: "text", text: "What is this?" },
      { type: "image", source: { type: "url", value: "https://x.example/a.png", mimeType: "image/png" } },
    ],
  },
  { id: "q", role: "reasoning", content: "hm", encryptedValue: "zzz" },
  {
    id: "a",
    role: "assistant",
    content: "",
    name: "bot",
    metadata: { model: "m", nested: { none: null } },
    toolCalls: [{ id: "c", type: "function", function: { name: "look", arguments: '{"a":1}' } }],
  },
  { id: "t", role: "tool", toolCallId: "c", content: "seen", error: "blurred" },
];

it("the request that a client sends is the one that the agent gets", async () => {
  let sent: RunAgentInput | undefined;
  let heard: RunAgentInput | undefined;
  const agent = defineAgent(async (ctx) => {
    heard = ctx.input;
  });
  const watched: typeof fetch = (target, init) => {
    sent = JSON.parse(String(init?.body));
    return fetch(target, init);
  };
  const client = clientOf(await serve(agent), { environment: { fetch: watched } });
  const thread = client.thread("t", {
    messages: conversation,
    state: { list: [1, null], "": {} },
    context: [{ description: "where", value: "Bergen" }],
    forwardedProps: { temperature: 0, stop: ["\n\n"] },
    tools: [
      {
        name: "pick",
        description: "Picks.",
        parameters: { type: "object", properties: { n: { type: "number" } } },
      },
    ],
  });
  expect(await thread.send("Go")).toMatchObject({ status: "success" });
  expect(heard).toEqual(sent);
  expect(heard).toMatchObject({
    threadId: "t",
    messages: [...conversation, { role: "user", content: "Go" }],
    state: { list: [1, null], "": {} },
    context: [{ description: "where", value: "Bergen" }],
    forwardedProps: { temperature: 0, stop: ["\n\n"] },
    tools: [{ name: "pick", description: "Picks." }],
  });
});

it("a snapshot of messages replaces the conversation, and no field of it is lost", async () => {
  const agent = defineAgent(async (ctx) => {
    ctx.say("This goes.");
    ctx.emit({ type: "MESSAGES_SNAPSHOT", messages: conversation });
  });
  const { thread } = await talk(agent);
  expect(thread.get().messages).toMatchObject(conversation);
});

it("an activity is shown, and patched in its place", async () => {
  const agent = defineAgent(async (ctx) => {
    const plan = { messageId: "p", activityType: "plan" };
    ctx.emit({ type: "ACTIVITY_SNAPSHOT", ...plan, content: { steps: [{ title: "look", done: false }] } });
    ctx.say("Looking.");
    ctx.emit({
      type: "ACTIVITY_DELTA",
      ...plan,
      patch: [
        { op: "replace", path: "/steps/0/done", value: true },
        { op: "add", path: "/steps/-", value: { title: "tell", done: false } },
      ],
    });
  });
  const { thread } = await talk(agent);
  const steps = [
    { title: "look", done: true },
    { title: "tell", done: false },
  ];
  expect(thread.get().messages.slice(1)).toMatchObject([
    { id: "p", role: "activity", activityType: "plan", content: { steps } },
    { role: "assistant", content: "Looking." },
  ]);
});

it("the conversation that a client has put together, and the state, are what the next run starts from", async () => {
  const heard: RunAgentInput[] = [];
  const agent = defineAgent<{ runs?: number }>(async (ctx) => {
    heard.push(ctx.input);
    const call = ctx.toolCall("look");
    call.args({ run: ctx.runId });
    call.result({ seen: true });
    ctx.say(`Answer ${(ctx.state.runs ?? 0) + 1}.`);
    ctx.setState((state) => ({ runs: (state.runs ?? 0) + 1 }));
  });
  const thread = clientOf(await serve(agent)).thread("t");
  for (const [at, text] of ["One?", "Two?", "Three?"].entries()) {
    const before = thread.get().messages;
    expect(await thread.send(text)).toMatchObject({ status: "success" });
    const { messages = [], state } = heard[at] ?? {};
    expect(before).toMatchObject(messages.slice(0, -1));
    expect(messages.at(-1)).toMatchObject({ role: "user", content: text });
    expect(state).toEqual(at === 0 ? {} : { runs: at });
  }
  expect(thread.get().messages.at(-1)?.content).toBe("Answer 3.");
  expect(thread.state.get()).toEqual({ runs: 3 });
});
