import { callTool, createGate, scriptedAgent, until } from "@holdpoint/client/testing";
import { describe, expect, it } from "vitest";
import { asks, client, succeeds } from "../../../../test/support/scripted.ts";
import type { Tool } from "../protocol/run-input.ts";
import { defineTool } from "./define-tool.ts";
import type { Offer } from "./types.ts";

const tool = (name: string, result: string, description = "") =>
  defineTool({ name, description, execute: () => result });
const withTool =
  (added: Tool) =>
  (offer: Offer): Offer => ({ ...offer, tools: [...offer.tools, added] });
const calls = (id: string, name: string) => [callTool(name, {}, { id, parentMessageId: "a1" })];

describe("what is prepared for the runs of a thread", () => {
  it("goes out beside what the client and the run give, until it is taken back", async () => {
    const { transport, inputs } = scriptedAgent(succeeds, succeeds);
    const thread = client(transport, { tools: [tool("a", "1")] }).thread("t", {
      context: [{ description: "place", value: "app" }],
    });
    const ends = [
      thread.prepare(withTool(tool("b", "1"))),
      thread.prepare((offer) => ({
        ...offer,
        context: [...offer.context, { description: "page", value: "first" }],
      })),
    ];
    await thread.run({ tools: [tool("c", "1")], context: [{ description: "run", value: "one" }] });
    expect(inputs[0]?.tools.map(({ name }) => name)).toEqual(["a", "c", "b"]);
    expect(inputs[0]?.context.map(({ value }) => value)).toEqual(["app", "one", "first"]);
    for (const end of ends) end();
    await thread.run();
    expect(inputs[1]?.tools.map(({ name }) => name)).toEqual(["a"]);
    expect(inputs[1]?.context.map(({ value }) => value)).toEqual(["app"]);
  });

  it("is asked anew as each run is sent", async () => {
    const { transport, inputs } = scriptedAgent(succeeds, succeeds);
    const thread = client(transport).thread("t");
    let page = 1;
    thread.prepare((offer) => ({ ...offer, context: [{ description: "page", value: String(page) }] }));
    await thread.run();
    page = 2;
    await thread.run();
    expect(inputs.map(({ context }) => context[0]?.value)).toEqual(["1", "2"]);
  });

  it("may replace what the app gives, also for the call that comes of it", async () => {
    const { transport, inputs } = scriptedAgent(calls("c1", "pick"), succeeds);
    const thread = client(transport, { tools: [tool("pick", "client", "old")] }).thread("t");
    thread.prepare((offer) => ({ ...offer, tools: [tool("pick", "mine", "new")] }));
    await thread.run();
    expect(inputs[0]?.tools).toEqual([{ name: "pick", description: "new" }]);
    expect(thread.toolCall("c1").get()?.result).toBe("mine");
  });

  it("answers a call by what is offered when it is made, and with an error where that is gone", async () => {
    const half = createGate();
    const { transport, inputs } = scriptedAgent(
      [until(half), ...calls("c1", "pick")],
      succeeds,
      calls("c2", "pick"),
      succeeds,
    );
    const thread = client(transport).thread("t");
    const end = thread.prepare(withTool(tool("pick", "before")));
    const ending = thread.run();
    end();
    const endAgain = thread.prepare(withTool(tool("pick", "after")));
    half.open();
    await ending;
    expect(thread.toolCall("c1").get()?.result).toBe("after");

    const next = thread.run();
    endAgain();
    await next;
    expect(thread.toolCall("c2").get()?.error).toBe("The app no longer has this tool.");
    expect(inputs.map(({ tools }) => tools.length)).toEqual([1, 1, 1, 0]);
  });

  it("is settled only as the run is sent that follows a call: as the call has left it", async () => {
    const { transport, inputs } = scriptedAgent(calls("c1", "go"), succeeds);
    const thread = client(transport).thread("t");
    const navigate = defineTool({
      name: "go",
      description: "",
      execute() {
        end();
        thread.prepare(withTool(tool("there", "1")));
      },
    });
    const end = thread.prepare(withTool(navigate));
    await thread.run();
    expect(inputs.map(({ tools }) => tools.map(({ name }) => name))).toEqual([["go"], ["there"]]);
  });

  it("goes with the answers to questions, too", async () => {
    const { transport, inputs } = scriptedAgent(asks({ id: "q", reason: "confirmation" }), succeeds);
    const thread = client(transport).thread("t");
    await thread.run();
    thread.prepare(withTool(tool("late", "1")));
    thread.approvals.answer("q", true);
    await thread.approvals.submit();
    expect(inputs[1]?.tools.map(({ name }) => name)).toEqual(["late"]);
  });
});
