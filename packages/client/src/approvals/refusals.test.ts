import { breakOff, fail, rawRun, scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it } from "vitest";
import { asks, client, succeeds } from "../../../../test/support/scripted.ts";
import type { Interrupt } from "../protocol/interrupts.ts";

const ASKED = [
  { id: "trip", reason: "x", responseSchema: { type: "object", properties: { nights: {}, city: {} } } },
  { id: "b-2", reason: "x" },
];

async function refused(message: string, asked: readonly Interrupt[] = ASKED) {
  const { transport, inputs } = scriptedAgent(asks(...asked), [fail(message, "AGENT_ERROR")], succeeds);
  const thread = client(transport).thread("t1");
  await thread.send("Go");
  thread.approvals.answerAll(() => ({ payload: { nights: 3, rooms: [{ beds: 9 }] } }));
  await thread.approvals.submit();
  const errors = () => thread.approvals.get().items.map((item) => item.errors.map(({ path }) => path));
  return { thread, inputs, errors };
}

describe("what an agent says when it refuses the answers", () => {
  it("is on the batch, and on the item that it names", async () => {
    const message = 'agent error: the answer to "b-2" is not known';
    const { thread, errors } = await refused(message);
    expect(thread.approvals.get()).toMatchObject({
      phase: "failed",
      error: { message, code: "AGENT_ERROR" },
    });
    expect(errors()).toEqual([[], [[]]]);
    expect(thread.approvals.get().items[1]).toMatchObject({
      status: "answered",
      errors: [{ keyword: "server", message }],
    });
  });

  it.each([
    ["trip: /nights must be less than 3", ["nights"]],
    ["trip: payload.nights must be less than 3", ["nights"]],
    ["Answer trip is wrong at nights.", ["nights"]],
    ["trip: /rooms/0/beds is too much", ["rooms", 0, "beds"]],
    ["trip: rooms[0].beds is too much", ["rooms", 0, "beds"]],
    ["trip: city is missing", ["city"]],
    ["trip is wrong at /nothing/here", []],
    ["trip: __proto__ is missing", []],
  ])("is on the field that it names: %s", async (message, path) => {
    const { errors } = await refused(message);
    expect(errors()).toEqual([[path], []]);
  });

  it("names a field alone where there is one question only", async () => {
    const { errors } = await refused("nights is too much", ASKED.slice(0, 1));
    expect(errors()).toEqual([[["nights"]]]);
    expect((await refused("nights is too much")).errors()).toEqual([[], []]);
    expect((await refused("no idea", ASKED.slice(0, 1))).errors()).toEqual([[]]);
  });

  it("goes with an edit of the item, or with the next submit", async () => {
    const { thread, inputs, errors } = await refused("trip and b-2 are wrong");
    expect(errors()).toEqual([[[]], [[]]]);
    thread.approvals.answer("trip", { nights: 2 });
    expect(errors()).toEqual([[], [[]]]);
    expect(thread.approvals.get()).toMatchObject({ phase: "open", ready: true });
    const ending = thread.approvals.submit();
    expect(errors()).toEqual([[], []]);
    expect((await ending).status).toBe("success");
    expect(inputs).toHaveLength(3);
  });
});

it.each([
  ["is refused", false],
  ["is stopped before anything came", true],
])("a retry that %s confirms nothing: the answers stay as they may have arrived", async (_, stops) => {
  const { transport, inputs } = scriptedAgent(
    asks({ id: "a", reason: "x" }),
    [breakOff()],
    rawRun([]),
    succeeds,
  );
  const thread = client(transport).thread("t1");
  await thread.send("Go");
  thread.approvals.answer("a", 1);
  expect((await thread.approvals.submit()).status).toBe("truncated");
  const again = thread.approvals.retry();
  if (stops) thread.stop();
  expect((await again).status).toBe(stops ? "stopped" : "unstarted");
  expect(thread.approvals.get().phase).toBe("unknown");
  await expect(thread.approvals.submit()).rejects.toMatchObject({ code: "unconfirmed" });
  await thread.approvals.retry();
  expect(inputs.at(-1)?.resume).toEqual(inputs[1]?.resume);
});
