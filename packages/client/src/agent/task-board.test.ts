/** An agent that uses all of the kit at once, driven over HTTP by the client: a board of tasks in the shared state. */
import { createTestClient } from "@holdpoint/client/testing";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineInterrupt } from "../approvals/define-interrupt.ts";
import type { AgentEvent } from "../protocol/events.ts";
import { httpTransport } from "../transport/http.ts";
import { createRunInput } from "./create-run-input.ts";
import { defineAgent } from "./define-agent.ts";
import { interrupt } from "./outcome.ts";
import { runAgent } from "./run-agent.ts";
import type { RunContext } from "./run-context.ts";
import { toFetchHandler } from "./to-fetch-handler.ts";

const Board = z.object({
  nextId: z.number().default(1),
  tasks: z.array(z.object({ id: z.number(), title: z.string(), done: z.boolean() })).default([]),
});

const Clear = defineInterrupt({ reason: "confirm-clear", response: z.object({ confirm: z.boolean() }) });

type Context = RunContext<z.infer<typeof Board>>;

/** Announces a call, moves the board while it is open, and answers it. */
function callTool(ctx: Context, name: string, args: object, move: (board: z.infer<typeof Board>) => unknown) {
  ctx.toolCall(name, (call) => {
    call.argsJson(args);
    let result: unknown;
    ctx.updateState((board) => {
      result = move(board);
      return undefined;
    });
    call.resultJson(result ?? null);
  });
}

async function speak(ctx: Context, text: string) {
  await ctx.message(async (message) => {
    for (const word of text.split(/(?<= )/)) {
      message.delta(word);
      await ctx.drained();
    }
  });
}

const summary = ({ tasks }: z.infer<typeof Board>) => {
  const done = tasks.filter((task) => task.done).length;
  return `${tasks.length - done} open, ${done} done.`;
};

const taskBoard = defineAgent({
  state: Board,
  async run(ctx) {
    const [verb = "", ...words] = (ctx.lastUserText ?? "").split(" ");
    const rest = words.join(" ");
    if (verb === "clear") {
      const answer = ctx.resumeFor(Clear);
      if (answer === undefined) {
        const message = `Clear the board? ${ctx.state.tasks.length} task(s) will be removed.`;
        return interrupt([Clear.interrupt({ message })]);
      }
      if (answer.status === "cancelled" || !answer.payload.confirm) {
        await speak(ctx, "Left the board alone.");
        return;
      }
      callTool(ctx, "clear_board", {}, (board) => {
        board.tasks = [];
      });
      await speak(ctx, "The board is empty.");
      return;
    }
    await ctx.step(verb, async () => {
      ctx.think(`They want me to ${verb}.`);
      if (verb === "add") {
        for (const title of rest.split(", ")) {
          callTool(ctx, "add_task", { title }, (board) => {
            const id = board.nextId++;
            board.tasks.push({ id, title, done: false });
            return { id, title };
          });
        }
      } else if (verb === "complete") {
        callTool(ctx, "complete_task", { id: Number(rest) }, (board) => {
          const task = board.tasks.find(({ id }) => id === Number(rest));
          if (!task) throw new Error(`There is no task #${rest}`);
          task.done = true;
          return task;
        });
      }
      await speak(ctx, summary(ctx.state));
    });
  },
});

function board() {
  const handle = toFetchHandler(taskBoard);
  const client = createTestClient(httpTransport({ url: "http://localhost/board" }), {
    frames: "immediate",
    environment: { fetch: async (url, init) => handle(new Request(url, init)) },
  });
  const thread = client.thread("t", {});
  const said = () => thread.get().messages.findLast(({ role }) => role === "assistant")?.content;
  const calls = () =>
    thread
      .get()
      .messages.flatMap((message) =>
        message.role === "assistant" ? (message.toolCalls ?? []).map(({ function: { name } }) => name) : [],
      );
  const state = () => Board.parse(thread.get().state);
  return { thread, said, calls, state, warnings: client.warnings };
}

async function eventsOf(text: string, state: unknown = {}): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  const input = createRunInput({
    threadId: "t",
    runId: "r",
    state,
    messages: [{ id: "1", role: "user", content: text }],
  });
  for await (const event of runAgent(taskBoard, input)) events.push(event);
  return events;
}

test("adding, listing and completing moves the board, and the client sees each move", async () => {
  const { thread, said, calls, state, warnings } = board();
  const published: string[] = [];
  thread.onEvent(({ type }) => {
    if (type.startsWith("STATE")) published.push(type);
  });
  await thread.send("add draft the agenda, book the room");
  expect(published).toHaveLength(2);
  expect(state().tasks).toHaveLength(2);
  expect(said()).toBe("2 open, 0 done.");
  expect((await thread.send("list")).status).toBe("success");
  await thread.send("complete 1");
  expect(said()).toBe("1 open, 1 done.");
  expect(calls()).toEqual(["add_task", "add_task", "complete_task"]);
  expect(state().tasks.map(({ done }) => done)).toEqual([true, false]);
  expect(warnings).toEqual([]);
});

test("a task that is not there fails the run, and the board stays as it was", async () => {
  const { thread, state } = board();
  await thread.send("add one");
  const end = await thread.send("complete 7");
  expect(end).toMatchObject({ status: "failed", error: { message: "There is no task #7" } });
  expect(state().tasks).toEqual([{ id: 1, title: "one", done: false }]);
});

test("clearing the board asks a human first, and the answer decides", async () => {
  const { thread, said, calls, state } = board();
  await thread.send("add write the retro notes");
  for (const decide of [
    () => thread.approvals.decline("confirm-clear"),
    () => Clear.answer(thread.approvals, "confirm-clear", { confirm: false }),
  ]) {
    expect((await thread.send("clear")).interrupts).toMatchObject([
      { id: "confirm-clear", message: "Clear the board? 1 task(s) will be removed." },
    ]);
    decide();
    await thread.approvals.submit();
    expect(said()).toBe("Left the board alone.");
    expect(state().tasks).toHaveLength(1);
  }
  await thread.send("clear");
  Clear.answer(thread.approvals, "confirm-clear", { confirm: true });
  await thread.approvals.submit();
  expect(state()).toEqual({ nextId: 2, tasks: [] });
  expect(calls().filter((name) => name === "clear_board")).toHaveLength(1);
});

test("a paused run ends as interrupted, and resumes as a run of its own in the same thread", async () => {
  const { thread } = board();
  await thread.send("add ship the SDK");
  const paused = await thread.send("clear");
  expect(paused).toMatchObject({
    status: "interrupted",
    interrupts: [{ reason: "confirm-clear", responseSchema: { required: ["confirm"] } }],
  });
  Clear.answer(thread.approvals, "confirm-clear", { confirm: true });
  const resumed = await thread.approvals.submit();
  expect(resumed.status).toBe("success");
  expect(resumed.runId).not.toBe(paused.runId);
  expect(thread.approvals.get().items).toEqual([]);
});

test("a second run of the thread goes on with the conversation and the board", async () => {
  const { thread, state } = board();
  await thread.send("add draft the agenda");
  const before = thread.get().messages.length;
  await thread.send("add book the room");
  expect(state().tasks.map(({ id, title }) => `${id} ${title}`)).toEqual([
    "1 draft the agenda",
    "2 book the room",
  ]);
  expect(thread.get().messages.length).toBeGreaterThan(before);
});

test("the events of a run are ordered as the protocol wants them, the state inside its call", async () => {
  const types = (await eventsOf("add ship the SDK")).map(({ type }) => type);
  expect(types.filter((type, index) => type !== types[index - 1])).toEqual([
    "RUN_STARTED",
    "STEP_STARTED",
    "REASONING_START",
    "REASONING_MESSAGE_START",
    "REASONING_MESSAGE_CONTENT",
    "REASONING_MESSAGE_END",
    "REASONING_END",
    "TOOL_CALL_START",
    "TOOL_CALL_ARGS",
    "STATE_SNAPSHOT",
    "TOOL_CALL_END",
    "TOOL_CALL_RESULT",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_END",
    "STEP_FINISHED",
    "RUN_FINISHED",
  ]);
});

test("what is published is the smaller of the whole board and a patch, and both arrive the same", async () => {
  const published = async (text: string) =>
    (await eventsOf(text)).flatMap(({ type }) => (type.startsWith("STATE") ? type : []));
  expect(await published("add a, b")).toEqual(["STATE_SNAPSHOT", "STATE_SNAPSHOT"]);
  const long = "add write the workshop agenda and circulate it, book the large meeting room for thursday";
  expect(await published(long)).toEqual(["STATE_SNAPSHOT", "STATE_DELTA"]);
  const { thread, state } = board();
  await thread.send(long);
  expect(state().tasks.map(({ title }) => title)).toEqual([
    "write the workshop agenda and circulate it",
    "book the large meeting room for thursday",
  ]);
});
