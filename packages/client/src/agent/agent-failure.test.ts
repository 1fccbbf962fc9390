/** How a failing agent looks from the other side of a wire: the client over the handler, in one process. */
import { expect, test } from "vitest";
import { createAgentClient } from "../client.ts";
import { isRunError } from "../errors.ts";
import { httpTransport } from "../transport/http.ts";
import type { AgentFunction } from "./define-agent.ts";
import { toFetchHandler } from "./to-fetch-handler.ts";

type Run = AgentFunction<Record<string, unknown>>;

async function played(run: Run) {
  const handler = toFetchHandler({ run });
  const warnings: string[] = [];
  const client = createAgentClient({
    transport: httpTransport({
      url: "http://agent.test/",
      fetch: (url, init) => handler(new Request(url, init)),
    }),
    onWarning: ({ code }) => warnings.push(code),
  });
  const thread = client.thread("t");
  const heard: string[] = [];
  thread.onEvent(({ type }) => heard.push(type));
  const end = await thread.send("What is the weather?");
  const said = thread.get().messages.filter(({ origin }) => origin === "agent");
  return { end, heard, said, warnings, thread };
}

/** Fails in the middle of a sentence. */
const broken: Run = async (ctx) => {
  ctx.message().delta("Looking that up");
  throw new Error("the weather service is down");
};

test("a failing agent is a failed run with its message and code, and nothing else went wrong", async () => {
  const { end, heard, warnings, thread } = await played(broken);
  expect(end).toMatchObject({ status: "failed" });
  expect(isRunError(end.error) && [end.error.message, end.error.code]).toEqual([
    "the weather service is down",
    "AGENT_ERROR",
  ]);
  expect(thread.get().status).toBe("failed");
  expect(heard).toEqual([
    "RUN_STARTED",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_END",
    "RUN_ERROR",
  ]);
  expect(warnings).toEqual([]);
});

test("what the agent managed to say before it failed is kept, and the thread goes on", async () => {
  const { said, thread } = await played(broken);
  expect(said).toMatchObject([{ role: "assistant", content: "Looking that up" }]);
  expect(await thread.send("And now?")).toMatchObject({ status: "failed" });
});

test("a failure with a message that was opened by hand is still a clean stream", async () => {
  const { end, said, warnings } = await played(async (ctx) => {
    ctx.emit({ type: "TEXT_MESSAGE_START", messageId: "half", role: "assistant" });
    ctx.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "half", delta: "I was saying" });
    throw new Error("the connection to the model dropped");
  });
  expect(end).toMatchObject({ status: "failed", error: { message: "the connection to the model dropped" } });
  expect(said).toMatchObject([{ content: "I was saying" }]);
  expect(warnings).toEqual([]);
});

test.each<[string, Run]>([
  [
    "before its first await",
    (): Promise<void> => {
      throw new RangeError("no");
    },
  ],
  ["with what is no error", (): Promise<void> => Promise.reject(undefined)],
])("an agent that explodes %s ends the client's run rather than hanging it", async (_, run) => {
  expect((await played(run)).end).toMatchObject({ status: "failed", error: { code: "AGENT_ERROR" } });
});
