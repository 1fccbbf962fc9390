import {
  httpTransport,
  isApprovalError,
  isRunError,
  type RunAgentInput,
  type Thread,
} from "@holdpoint/client";
import { expect } from "vitest";
import { toBytes } from "./support/chunks.ts";
import { createClient, readEvents } from "./support/client.ts";
import { fieldCase, variant, type WireEvent, withReplaced } from "./support/field-case.ts";
import { asks, scripted, succeeds } from "./support/scripted.ts";
import { respond, respondEvents, serve, toBody } from "./support/server.ts";

interface Answer {
  readonly status: string;
  readonly payload?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

interface Paused {
  readonly events: readonly WireEvent[];
  readonly answer: Answer;
}

/** A thread whose first run has played the events; the next ones succeed. */
async function paused(
  events: readonly WireEvent[],
): Promise<{ thread: Thread; inputs: readonly RunAgentInput[] }> {
  const { transport, inputs } = scripted(() => events, succeeds);
  const thread = createClient({ transport }).thread("t1");
  await thread.run({ runId: "r1" });
  return { thread, inputs };
}

const pendingIds = (thread: Pick<Thread, "approvals">): readonly string[] =>
  thread.approvals.get().items.map(({ id }) => id);

fieldCase<
  {
    events: readonly WireEvent[];
    steps: readonly (Partial<Answer> & { do: string; interruptId?: string })[];
  },
  {
    afterEvents: { pendingInterruptIds: readonly string[] };
    submit1: { httpRequests: number; draftKept: Readonly<Record<string, unknown>> };
    submit2: { httpRequests: number; body: object };
  }
>("01-two-interrupts-one-answer", async ({ events, steps }, { afterEvents, submit1, submit2 }) => {
  expect(steps.map((step) => step.do)).toEqual(["answer", "submit", "answer", "submit"]);
  const [approve, , deny] = steps;
  const { thread, inputs } = await paused(events);
  expect(pendingIds(thread)).toEqual(afterEvents.pendingInterruptIds);

  thread.approvals.answer(String(approve?.interruptId), approve?.payload);
  await expect(thread.approvals.submit()).rejects.toMatchObject({
    code: "uncovered",
    interruptIds: ["int-b"],
    message: expect.stringContaining("int-b"),
  });
  expect(inputs).toHaveLength(1 + submit1.httpRequests);
  for (const [id, payload] of Object.entries(submit1.draftKept)) {
    const item = thread.approvals.get().items.find((each) => each.id === id);
    expect(item).toMatchObject({ status: "answered", payload });
  }

  expect(deny?.status).toBe("cancelled");
  thread.approvals.decline(String(deny?.interruptId));
  expect((await thread.approvals.submit()).status).toBe("success");
  expect(inputs).toHaveLength(1 + submit2.httpRequests);
  expect(inputs[1]).toMatchObject(submit2.body);
  expect(inputs[1]?.resume?.[1]).not.toHaveProperty("payload");

  const { snapshot } = await readEvents(events);
  expect(snapshot.approvals.items.map(({ id }) => id)).toEqual(afterEvents.pendingInterruptIds);
});

fieldCase<
  {
    events: readonly WireEvent[];
    variants: readonly { name: string; replace: Readonly<Record<string, WireEvent>> }[];
  },
  {
    pendingInterruptIds: readonly string[];
    variants: Readonly<Record<string, { pendingInterruptIds: readonly string[] }>>;
  }
>("02-second-run-clears-gate", async ({ events, variants }, expected) => {
  const { thread, inputs } = await paused(events);
  expect(thread.status.get()).toBe("success");
  expect(pendingIds(thread)).toEqual(expected.pendingInterruptIds);
  const refused = { code: "uncovered", interruptIds: expected.pendingInterruptIds };
  await expect(thread.send("hi")).rejects.toMatchObject(refused);
  await expect(thread.run()).rejects.toMatchObject(refused);
  expect(inputs).toHaveLength(1);
  expect(thread.messageIds.get()).toEqual([]);
  expect(pendingIds(await readEvents(events).then((seen) => seen.thread))).toEqual(
    expected.pendingInterruptIds,
  );

  const { name, replace } = variant(variants, "server-echoes-resume");
  const echoed = await readEvents(withReplaced(events, replace));
  expect(echoed.end.status).toBe("success");
  expect(pendingIds(echoed.thread)).toEqual(expected.variants[name]?.pendingInterruptIds);
});

fieldCase<
  { events: readonly WireEvent[]; steps: readonly { do: string; text: string; options?: object }[] },
  {
    step1: { httpRequests: number };
    step2: { httpRequests: number; bodyIncludes: { resume: readonly object[]; lastMessage: object } };
  }
>("03-no-expiry-must-stay-cancellable", async ({ events, steps }, { step1, step2 }) => {
  const { thread, inputs } = await paused(events);
  expect(thread.approvals.get()).toMatchObject({ nextExpiry: null, counts: { expired: 0, open: 2 } });
  const [plain, declining] = steps;
  // A send that hung would time out here.
  await expect(thread.send(plain?.text ?? "")).rejects.toMatchObject({
    code: "uncovered",
    interruptIds: ["i1", "i2"],
    message: expect.stringMatching(/i1.*i2/),
  });
  expect(inputs).toHaveLength(1 + step1.httpRequests);
  expect(thread.messageIds.get()).toEqual([]);

  expect(declining?.options).toEqual({ cancelPending: true });
  expect((await thread.send(declining?.text ?? "", { pending: "decline" })).status).toBe("success");
  expect(inputs).toHaveLength(1 + step2.httpRequests);
  expect(inputs[1]?.resume).toEqual(step2.bodyIncludes.resume);
  expect(inputs[1]?.messages.at(-1)).toMatchObject(step2.bodyIncludes.lastMessage);
});

fieldCase<Paused, { nextRequestIncludes: { resume: readonly object[] } }>(
  "11-cancel-keeps-payload",
  async ({ events, answer }, expected) => {
    expect(answer.status).toBe("cancelled");
    const { thread, inputs } = await paused(events);
    thread.approvals.decline("q", { payload: answer.payload, metadata: { ...answer.metadata } });
    await thread.approvals.submit();
    expect(inputs[1]?.resume).toEqual(expected.nextRequestIncludes.resume);

    const bare = await paused(events);
    bare.thread.approvals.decline("q", { payload: null });
    await bare.thread.approvals.submit();
    expect(bare.inputs[1]?.resume).toEqual([{ interruptId: "q", status: "cancelled" }]);
  },
);

fieldCase<
  Paused & { variants: readonly { name: string; responseSchema: object; payload: string }[] },
  { bodyResume: readonly object[] }
>("12-payload-not-stringified", async ({ events, answer, variants }, expected) => {
  const { thread, inputs } = await paused(events);
  // What does not fit the schema is found out here, not by a server that denies silently.
  expect(thread.approvals.answer("e1", JSON.stringify(answer.payload))).not.toEqual([]);
  await expect(thread.approvals.submit()).rejects.toMatchObject({ code: "invalid", interruptIds: ["e1"] });
  expect(thread.approvals.answer("e1", answer.payload)).toEqual([]);
  await thread.approvals.submit();
  expect(inputs).toHaveLength(2);
  expect(inputs[1]?.resume).toEqual(expected.bodyResume);

  const { responseSchema, payload } = variant(variants, "string-answer");
  const { transport, inputs: sent } = scripted(
    asks({ id: "e1", reason: "tool_call", responseSchema }),
    succeeds,
  );
  const asked = createClient({ transport }).thread("t1");
  await asked.run();
  expect(asked.approvals.answer("e1", payload)).toEqual([]);
  await asked.approvals.submit();
  expect(sent[1]?.resume).toEqual([{ interruptId: "e1", status: "resolved", payload }]);
});

fieldCase<Paused, { nextRequest: { threadId: string; runIdNot: string; resume: readonly object[] } }>(
  "14-resume-uses-fresh-run-id",
  async ({ events, answer }, { nextRequest }) => {
    const { thread, inputs } = await paused(events);
    thread.approvals.answer("x", answer.payload);
    await thread.approvals.submit();
    expect(inputs[1]?.threadId).toBe(nextRequest.threadId);
    expect(inputs[1]?.runId).toEqual(expect.any(String));
    expect(inputs[1]?.runId).not.toBe(nextRequest.runIdNot);
    expect(inputs[1]?.resume).toEqual(nextRequest.resume);
  },
);

interface Attempt {
  readonly name: string;
  readonly response:
    | string
    | { status: number; headers: Readonly<Record<string, string>>; body?: string; sseText?: string };
}

fieldCase<
  {
    pending: readonly { id: string }[];
    answer: Answer & { interruptId: string };
    attempts: readonly Attempt[];
  },
  Readonly<Record<string, string>>
>("15-answer-survives-failed-resume", async ({ pending, answer, attempts }, expected) => {
  expect(attempts.map(({ name }) => name)).toEqual(Object.keys(expected));
  const answered = [{ id: answer.interruptId, status: "answered", payload: answer.payload }];

  /** Pauses, answers, and submits into the attempt; the server succeeds after that. */
  async function attempt(name: string) {
    const { response } = variant(attempts, name);
    const { fetch, requests } = serve(
      ({ input }) => respondEvents(asks(...pending)(input)),
      () => {
        if (typeof response === "string") return Promise.reject(new TypeError(response));
        const { status, headers, sseText, body } = response;
        return respond(toBody([toBytes(sseText ?? body ?? "")]), { status, headers: { ...headers } });
      },
      ({ input }) => respondEvents(succeeds(input)),
    );
    const client = createClient({ transport: httpTransport({ url: "/agent" }), environment: { fetch } });
    const thread = client.thread("t1");
    await thread.run({ runId: "r1" });
    thread.approvals.answer(answer.interruptId, answer.payload);
    const end = await thread.approvals.submit({ runId: "r2" });
    expect(requests).toHaveLength(2);
    return { thread, requests, end };
  }

  for (const name of ["network", "http-503"]) {
    const { thread, requests, end } = await attempt(name);
    expect(end.status, name).toBe("unstarted");
    expect(thread.approvals.get(), name).toMatchObject({ phase: "open", error: end.error, items: answered });
    expect((await thread.approvals.submit()).status, name).toBe("success");
    expect(requests[2]?.input.resume, name).toEqual(requests[1]?.input.resume);
  }

  const { thread, requests, end } = await attempt("after-start");
  expect(end).toMatchObject({ status: "failed", error: { message: "provider 500" } });
  expect(isRunError(end.error)).toBe(true);
  expect(thread.approvals.get()).toMatchObject({ phase: "failed", error: end.error, items: answered });
  await expect(thread.send("hi")).rejects.toSatisfy(isApprovalError);
  expect(requests).toHaveLength(2);
  expect((await thread.approvals.retry()).status).toBe("success");
  expect(requests[2]?.input.resume).toEqual([answer]);
});
