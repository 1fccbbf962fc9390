import { breakOff, fail, rawRun, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it } from "vitest";
import { asks, client, finished, started, succeeds } from "../../../../test/support/scripted.ts";
import { isApprovalError } from "../errors.ts";

const BUDGET = {
  id: "budget",
  reason: "input",
  responseSchema: { type: "object", properties: { amount: { type: "integer" } }, required: ["amount"] },
};
const DATE = { id: "date", reason: "input" };

describe("two questions", () => {
  const paused = async (...next: Script[]) => {
    const { transport, inputs } = scriptedAgent(asks(BUDGET, DATE), ...next);
    const agent = client(transport, { actor: "ada" });
    const thread = agent.thread("t1");
    const end = await thread.send("Plan");
    expect(end).toMatchObject({ status: "interrupted", interrupts: [BUDGET, DATE] });
    return { agent, thread, inputs };
  };

  it("reach the app with every field intact", async () => {
    const { thread } = await paused();
    const { items, phase, counts, ready } = thread.approvals.get();
    expect(items.map((item) => item.interrupt)).toEqual([BUDGET, DATE]);
    expect({ phase, counts, ready }).toEqual({
      phase: "open",
      counts: { total: 2, answered: 0, declined: 0, open: 2, expired: 0 },
      ready: false,
    });
  });

  it("are refused one at a time, before anything is sent", async () => {
    const { thread, inputs } = await paused(succeeds);
    thread.approvals.answer("budget", { amount: 1 });
    await expect(thread.approvals.submit()).rejects.toMatchObject({
      code: "uncovered",
      interruptIds: ["date"],
    });
    await expect(thread.send("Never mind")).rejects.toMatchObject({ code: "uncovered" });
    await expect(thread.run()).rejects.toMatchObject({ code: "uncovered" });
    expect(inputs).toHaveLength(1);
    expect(thread.approvals.get().items[0]).toMatchObject({ status: "answered", payload: { amount: 1 } });
  });

  it("go out in one request, with a new run id, no added message, and every answer as given", async () => {
    const { thread, inputs } = await paused(succeeds);
    thread.approvals.answer("budget", { amount: 0 }, { metadata: { signature: "s" } });
    thread.approvals.answer("date", null);
    const first = thread.approvals.submit();
    expect(thread.approvals.submit()).toBe(first);
    expect(() => thread.approvals.answer("date", "x")).toThrowError(
      expect.objectContaining({ code: "busy" }),
    );
    expect((await first).status).toBe("success");
    expect(inputs).toHaveLength(2);
    expect(inputs[1]).toMatchObject({
      threadId: "t1",
      messages: inputs[0]?.messages ?? [],
      resume: [
        { interruptId: "budget", status: "resolved", payload: { amount: 0 }, metadata: { signature: "s" } },
        { interruptId: "date", status: "resolved" },
      ],
    });
    expect(inputs[1]?.runId).not.toBe(inputs[0]?.runId);
    expect(inputs[1]?.resume?.[1]).not.toHaveProperty("payload");
    expect(thread.approvals.get()).toMatchObject({ phase: "accepted", batch: null, items: [] });
    expect(thread.decisions.get()).toMatchObject([
      { interruptId: "budget", status: "resolved", actor: "ada", by: "person", confirmation: "confirmed" },
      { interruptId: "date", status: "resolved" },
    ]);
  });

  it("refuse a payload that the schema refuses, and keep it as a draft", async () => {
    const { thread } = await paused();
    const errors = thread.approvals.answer("budget", { amount: "lots" });
    expect(errors).toMatchObject([{ path: ["amount"], keyword: "type" }]);
    expect(thread.approvals.get().items[0]).toMatchObject({
      status: "open",
      draft: { amount: "lots" },
      errors,
    });
  });

  it.each<[string, Script | undefined, string, string]>([
    ["the server cannot be reached", undefined, "unstarted", "open"],
    ["the agent refuses them", [fail("No.")], "failed", "failed"],
    ["the stream is cut", [breakOff()], "truncated", "unknown"],
    [
      "the stream breaks the rules",
      rawRun((input) => [started(input), started(input)]),
      "rejected",
      "unknown",
    ],
  ])("are kept where %s, and a second try succeeds", async (_name, script, status, phase) => {
    const { thread, inputs } = await paused(script ?? rawRun([]), succeeds);
    thread.approvals.answer("budget", { amount: 5 });
    thread.approvals.decline("date");
    expect((await thread.approvals.submit()).status).toBe(status);
    const { phase: now, items, error } = thread.approvals.get();
    expect(now).toBe(phase);
    expect(error).not.toBeNull();
    expect(items).toMatchObject([{ status: "answered", payload: { amount: 5 } }, { status: "declined" }]);
    if (phase === "unknown") {
      expect(() => thread.approvals.clear("date")).toThrowError(
        expect.objectContaining({ code: "unconfirmed" }),
      );
      await expect(thread.approvals.submit()).rejects.toMatchObject({ code: "unconfirmed" });
      await expect(thread.run()).rejects.toMatchObject({ code: "unconfirmed" });
      const past = thread.send("Never mind", { pending: "decline" });
      await expect(past).rejects.toMatchObject({ code: "unconfirmed", interruptIds: ["budget", "date"] });
      expect(thread.get().messages.filter(({ role }) => role === "user")).toHaveLength(1);
    }
    expect((await thread.approvals.retry()).status).toBe("success");
    expect(JSON.stringify(inputs[2]?.resume)).toBe(JSON.stringify(inputs[1]?.resume));
    expect(inputs[2]?.runId).not.toBe(inputs[1]?.runId);
    expect(thread.approvals.get().phase).toBe("accepted");
  });

  it("can be left where nobody knows whether they arrived", async () => {
    const { thread, inputs } = await paused([breakOff()]);
    thread.approvals.declineAll();
    await thread.approvals.submit();
    thread.approvals.dismiss();
    expect(thread.approvals.get().phase).toBe("none");
    expect(thread.decisions.get()).toMatchObject([
      { confirmation: "unconfirmed" },
      { confirmation: "unconfirmed" },
    ]);
    expect(inputs).toHaveLength(2);
  });

  it("are replaced by the questions of the next run, in the same publish", async () => {
    const { thread, agent } = await paused(asks(DATE));
    const phases: string[] = [];
    thread.approvals.answer("budget", { amount: 5 });
    thread.approvals.answer("date", "Monday");
    const before = thread.approvals.get().batch;
    thread.approvals.subscribe(() => phases.push(`${thread.approvals.get().phase}/${thread.get().status}`));
    await thread.approvals.submit();
    expect(phases).toEqual(["submitting/running", "open/interrupted"]);
    const { batch, items } = thread.approvals.get();
    expect(batch).not.toBe(before);
    expect(items).toMatchObject([{ id: "date", status: "open", draft: "Monday", notice: "asked-again" }]);
    expect(agent.warnings.map((warning) => warning.code)).toContain("asked-again");
    expect(() => thread.approvals.answer("date", "x", { batch: before ?? "" })).toThrowError(
      expect.objectContaining({ code: "stale-batch" }),
    );
  });

  it("come back, failed, where the run fails after it had ended", async () => {
    const { thread } = await paused(
      rawRun((input) => [
        started(input),
        finished(input, { type: "interrupt", interrupts: [{ id: "more", reason: "input" }] }),
        { type: "RUN_ERROR", message: "Late." },
      ]),
    );
    thread.approvals.answer("budget", { amount: 5 });
    thread.approvals.answer("date", "Monday");
    expect((await thread.approvals.submit()).status).toBe("failed");
    expect(thread.approvals.get()).toMatchObject({
      phase: "failed",
      items: [{ id: "budget" }, { id: "date" }],
    });
    expect(thread.decisions.get()).toEqual([]);
  });

  it("stay where a replayed run follows that does not answer them", async () => {
    const { transport } = scriptedAgent(
      rawRun((input) => [
        { ...started(input), runId: "old-1" },
        { ...finished(input, { type: "interrupt", interrupts: [DATE] }), runId: "old-1" },
        started(input),
        finished(input),
      ]),
    );
    const thread = client(transport).thread("t1");
    expect((await thread.run()).status).toBe("success");
    expect(thread.approvals.get().items).toMatchObject([{ id: "date", status: "open" }]);
  });

  it("are declined all together by a message that says so, with nothing unsubmitted in it", async () => {
    const { thread, inputs } = await paused(succeeds);
    thread.approvals.answer("budget", { amount: 5 });
    await thread.send("Never mind", { pending: "decline" });
    expect(inputs[1]?.messages.at(-1)).toMatchObject({ role: "user", content: "Never mind" });
    expect(inputs[1]?.resume).toEqual([
      { interruptId: "budget", status: "cancelled" },
      { interruptId: "date", status: "cancelled" },
    ]);
  });

  it("are answered in bulk wholly or not at all", async () => {
    const { thread } = await paused();
    const faults = thread.approvals.answerAll((item) => ({ payload: item.id === "date" ? "Monday" : {} }));
    expect([...faults.keys()]).toEqual(["budget"]);
    expect(thread.approvals.get().counts.open).toBe(2);
    thread.approvals.answerAll((item) =>
      item.id === "date" ? { decline: true } : { payload: { amount: 1 } },
    );
    expect(thread.approvals.get()).toMatchObject({ ready: true, counts: { answered: 1, declined: 1 } });
  });

  it("name what is wrong", async () => {
    const { thread } = await paused();
    const misuse = (act: () => void) => {
      try {
        act();
      } catch (error) {
        if (isApprovalError(error)) return error.code;
      }
      return undefined;
    };
    expect(misuse(() => thread.approvals.answer("nobody", 1))).toBe("unknown-id");
    expect(misuse(() => thread.approvals.dismiss())).toBe("nothing-pending");
    await expect(thread.approvals.retry()).rejects.toMatchObject({ code: "invalid" });
    await expect(client(scriptedAgent().transport).thread("t").approvals.submit()).rejects.toMatchObject({
      code: "nothing-pending",
    });
  });
});

describe("declining a tool approval", () => {
  const CONFIRM = {
    id: "confirm-clear",
    reason: "tool_approval",
    responseSchema: { type: "object", properties: { confirm: { type: "boolean" } }, required: ["confirm"] },
  };

  const NOTED = {
    ...CONFIRM.responseSchema,
    properties: { confirm: { type: "boolean" }, note: { type: "string" } },
  };

  it.each([
    [CONFIRM, { confirm: false }, "cancelled"],
    [CONFIRM, { confirm: true }, "resolved"],
    [{ ...CONFIRM, reason: "input" }, { confirm: false }, "resolved"],
    [{ ...CONFIRM, responseSchema: NOTED }, { confirm: false }, "cancelled"],
    [{ ...CONFIRM, responseSchema: NOTED }, { confirm: false, note: "Ask Ada." }, "resolved"],
    [{ ...CONFIRM, responseSchema: { ...NOTED, required: [] } }, { confirm: false }, "resolved"],
  ])(
    "sends No and nothing else to a required boolean as the agent reads it",
    async (interrupt, payload, status) => {
      const { transport, inputs } = scriptedAgent(asks(interrupt), succeeds);
      const thread = client(transport).thread("t1");
      await thread.send("Clear");
      thread.approvals.answer(interrupt.id, payload);
      await thread.approvals.submit();
      expect(inputs[1]?.resume).toEqual([{ interruptId: interrupt.id, status, payload }]);
    },
  );
});

describe("an expired question", () => {
  it("can only be declined, and the other answers stay", async () => {
    let now = Date.parse("2030-01-01T00:00:00Z");
    const { transport, inputs } = scriptedAgent(
      asks({ ...DATE, expiresAt: "2030-01-01T00:05:00Z" }, BUDGET),
      succeeds,
    );
    const thread = client(transport, { environment: { clock: () => now } }).thread("t1");
    await thread.send("Plan");
    expect(thread.approvals.get()).toMatchObject({
      nextExpiry: now + 300_000,
      items: [{ expired: false }, {}],
    });
    thread.approvals.answer("date", "Monday");
    thread.approvals.answer("budget", { amount: 1 });
    now += 300_000;
    await expect(thread.approvals.submit()).rejects.toMatchObject({
      code: "expired",
      interruptIds: ["date"],
    });
    expect(() => thread.approvals.answer("date", "x")).toThrowError(
      expect.objectContaining({ code: "expired" }),
    );
    thread.approvals.decline("date");
    await thread.approvals.submit();
    expect(inputs[1]?.resume).toMatchObject([
      { status: "cancelled" },
      { status: "resolved", payload: { amount: 1 } },
    ]);
  });
});
