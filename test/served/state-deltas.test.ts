/** State by snapshots and patches, from an agent over real HTTP. */
import type { AgentEvent } from "@holdpoint/client";
import { defineAgent } from "@holdpoint/client/agent";
import { expect, it } from "vitest";
import { serve } from "../support/serve-agent.ts";
import { clientOf, talk } from "./support/talk.ts";

type Delta = Extract<AgentEvent, { type: "STATE_DELTA" }>["delta"];

const snapshot = (value: unknown): AgentEvent => ({ type: "STATE_SNAPSHOT", snapshot: value });
const delta = (...operations: Delta): AgentEvent => ({ type: "STATE_DELTA", delta: operations });

it.each<[string, AgentEvent[], unknown]>([
  [
    "a snapshot and the patches after it both count",
    [
      snapshot({ n: 1, list: ["a"] }),
      delta({ op: "replace", path: "/n", value: 2 }, { op: "add", path: "/list/-", value: "b" }),
    ],
    { n: 2, list: ["a", "b"] },
  ],
  [
    "a key with a slash or a tilde is the one that is patched",
    [
      snapshot({ "a/b": 1, "m~n": 1, a: { b: 1 }, "~1": 1 }),
      delta(
        { op: "replace", path: "/a~1b", value: 2 },
        { op: "replace", path: "/m~0n", value: 2 },
        { op: "replace", path: "/~01", value: 2 },
      ),
    ],
    { "a/b": 2, "m~n": 2, a: { b: 1 }, "~1": 2 },
  ],
  [
    "a patch before any snapshot is one of the empty document",
    [delta({ op: "add", path: "/n", value: 1 })],
    { n: 1 },
  ],
  [
    "what comes later in one patch sees what came before",
    [
      delta(
        { op: "add", path: "/list", value: [] },
        { op: "add", path: "/list/0", value: "first" },
        { op: "copy", from: "/list", path: "/copied" },
        { op: "move", from: "/list/0", path: "/moved" },
      ),
    ],
    { list: [], copied: ["first"], moved: "first" },
  ],
  [
    "a null is a value, and not the one before",
    [snapshot({ n: 1 }), delta({ op: "replace", path: "/n", value: null })],
    { n: null },
  ],
  [
    "a later snapshot replaces all, and a later patch is one of it",
    [
      snapshot({ old: true }),
      delta({ op: "add", path: "/n", value: 1 }),
      snapshot({ fresh: true }),
      delta({ op: "add", path: "/m", value: 2 }),
    ],
    { fresh: true, m: 2 },
  ],
])("%s", async (_, events, state) => {
  const agent = defineAgent(async (ctx) => {
    for (const event of events) ctx.emit(event);
  });
  const { thread, end, events: seen } = await talk(agent);
  expect(end).toMatchObject({ status: "success" });
  expect(thread.state.get()).toEqual(state);
  expect(seen.filter(({ type }) => type.startsWith("STATE_"))).toEqual(events);
});

it("the client's state is the agent's after each time that it was published", async () => {
  const states = [{ n: 1 }, { n: 2, list: ["a"] }, { list: ["a", "b"] }, {}, { n: null }];
  let goOn = (): void => {};
  const agent = defineAgent(async (ctx) => {
    for (const state of states) {
      ctx.setState(state);
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
  });
  const thread = clientOf(await serve(agent)).thread("t");
  const sent = thread.send("Go");
  for (const state of states) {
    await expect.poll(() => thread.state.get()).toEqual(state);
    goOn();
  }
  expect(await sent).toMatchObject({ status: "success" });
});
