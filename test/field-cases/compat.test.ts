import { isProtocolError, type ProtocolError, type RunAgentInput } from "@holdpoint/client";
import { expect } from "vitest";
import { createClient, readEvents, type Seen, textOf } from "./support/client.ts";
import { fieldCase, variant, type WireEvent, withReplaced } from "./support/field-case.ts";
import { scripted, stepped, succeeds } from "./support/scripted.ts";

// What older peers send is read as they mean it; for a run that declares its version the same is fatal.

interface Events {
  readonly events: readonly WireEvent[];
}

const declared = { type: "RUN_STARTED", threadId: "t1", runId: "r1", protocolVersion: "1.1" };

/** The same events from a peer that declares its version. */
const declaring = (events: readonly WireEvent[]): readonly WireEvent[] =>
  withReplaced(events, { 0: declared });

function rejection({ end, snapshot }: Seen): ProtocolError {
  expect([end.status, snapshot.status]).toEqual(["rejected", "rejected"]);
  if (!isProtocolError(end.error)) throw new Error(`No ProtocolError but ${String(end.error)}`);
  return end.error;
}

const codesOf = ({ warnings }: Seen): readonly string[] => warnings.map(({ code }) => code);

const phasesOf = ({ snapshot }: Seen): readonly string[] => snapshot.messages.map(({ phase }) => phase);

fieldCase<Events, { lenient: { pending: readonly object[]; text: string }; strict: string; never: string }>(
  "10-snake-case-keys",
  async ({ events }, { lenient, strict, never }) => {
    const seen = await readEvents(events);
    expect(seen.end.status).toBe("interrupted");
    expect(seen.snapshot.approvals.items.map(({ interrupt }) => interrupt)).toEqual(
      lenient.pending.map((pending) => ({ ...pending, reason: "input_required" })),
    );
    expect(textOf(seen, "m1")).toBe(lenient.text);
    expect(codesOf(seen)).toEqual(["snake-case"]);

    expect(strict).toContain("naming the missing camelCase field");
    const fatal = async (index: number, fields: Readonly<Record<string, string>>): Promise<void> => {
      const event: WireEvent = { type: "", ...events[index], ...fields };
      const stream = index === 0 ? [{ ...event, protocolVersion: "1.1" }] : [declared, event];
      const error = rejection(await readEvents(stream));
      expect(error.path).toBe(index === 0 ? "threadId" : "messageId");
      expect(error.message).toContain(error.path);
    };
    await fatal(0, {});
    for (const index of [1, 2, 3]) await fatal(index, {});

    expect(never).toBe("renaming keys inside responseSchema, metadata, state or arguments");
    const open = { tool_call_id: "x", message_id: { run_id: 1 } };
    const kept = await readEvents([
      { type: "RUN_STARTED", thread_id: "t1", run_id: "r1" },
      { type: "STATE_SNAPSHOT", snapshot: open },
      { type: "STATE_DELTA", delta: [{ op: "add", path: "/thread_id", value: open }] },
      { type: "TOOL_CALL_START", tool_call_id: "c1", tool_call_name: "pick", metadata: open },
      { type: "TOOL_CALL_ARGS", tool_call_id: "c1", delta: JSON.stringify(open) },
      { type: "TOOL_CALL_END", tool_call_id: "c1" },
      { type: "RUN_FINISHED", thread_id: "t1", run_id: "r1", result: open },
    ]);
    expect(kept.end).toMatchObject({ status: "success", result: open });
    expect(kept.snapshot.state).toEqual({ ...open, thread_id: open });
    expect(kept.thread.toolCall("c1").get()).toMatchObject({ input: open });
    expect(kept.events.find(({ type }) => type === "TOOL_CALL_START")).toMatchObject({ metadata: open });
  },
);

fieldCase<
  Events,
  {
    lenient: { status: string; pending: readonly string[]; toolCalls: Readonly<Record<string, string>> };
    strict: string;
    never: string;
  }
>("18-interrupt-with-open-tool-call", async ({ events }, { lenient, strict, never }) => {
  const seen = await readEvents(events);
  expect(seen.end.status).toBe(lenient.status);
  expect(seen.snapshot.approvals.items.map(({ id }) => id)).toEqual(lenient.pending);
  for (const [id, how] of Object.entries(lenient.toolCalls)) {
    expect(how).toBe("closed by the client, with a warning");
    expect(seen.thread.toolCall(id).get(), id).toMatchObject({ status: "complete", input: { sku: "k9" } });
    expect(seen.warnings).toMatchObject([{ code: "item-left-open", message: expect.stringContaining(id) }]);
  }

  expect(strict).toBe("protocol violation, but the interrupt is still reachable on the error");
  const refused = await readEvents(declaring(events));
  const error = rejection(refused);
  expect(error).toMatchObject({ rule: "open-at-finish", ids: Object.keys(lenient.toolCalls) });
  expect(error.event).toEqual(events.at(-1));

  expect(never).toBe("spinner for ever or interrupt lost");
  for (const each of [seen, refused]) {
    expect(phasesOf(each)).not.toContain("streaming");
    for (const id of ["real-1", "af-1"]) {
      expect(each.thread.toolCall(id).get()?.status, id).not.toBe("streaming");
    }
  }
});

fieldCase<
  Events & { variants: readonly { name: string; replace: Readonly<Record<string, WireEvent>> }[] },
  {
    lenient: { status: string; state: object };
    variants: Readonly<Record<string, string>>;
    never: string;
  }
>("33-null-optional-fields", async ({ events, variants }, { lenient, variants: judged, never }) => {
  const seen = await readEvents(events);
  expect(seen.end.status).toBe(lenient.status);
  expect(seen.snapshot.state).toEqual(lenient.state);
  expect(codesOf(seen)).toEqual(["null-optional"]);
  expect(JSON.stringify(seen.snapshot.messages)).not.toContain("null");

  const { name, replace } = variant(variants, "declares-1.1");
  expect(judged[name]).toBe("fatal at TOOL_CALL_START.parentMessageId");
  const error = rejection(await readEvents(withReplaced(events, replace)));
  expect(error).toMatchObject({ path: "parentMessageId", event: { type: "TOOL_CALL_START" } });

  expect(never).toBe("removing nulls inside snapshot, metadata, forwardedProps or payload");
  const open = { a: null, b: [null] };
  const interrupt = { id: "q", reason: "input_required", metadata: open, message: null };
  const { transport, inputs } = scripted(
    ({ threadId, runId }: RunAgentInput) => [
      { type: "RUN_STARTED", threadId, runId, parentRunId: null },
      { type: "STATE_SNAPSHOT", snapshot: open },
      {
        type: "RUN_FINISHED",
        threadId,
        runId,
        outcome: { type: "interrupt", interrupts: [interrupt] },
      },
    ],
    succeeds,
  );
  const thread = createClient({ transport }).thread("t1", { forwardedProps: open });
  expect((await thread.run()).status).toBe("interrupted");
  expect(thread.approvals.get().items[0]?.interrupt).toEqual({
    id: "q",
    reason: "input_required",
    metadata: open,
  });
  thread.approvals.answer("q", open);
  expect((await thread.approvals.submit()).status).toBe("success");
  expect(inputs.map(({ forwardedProps }) => forwardedProps)).toEqual([open, open]);
  expect(inputs[1]).toMatchObject({ state: open, resume: [{ payload: open }] });
});

fieldCase<
  Events & { chunkings: readonly string[] },
  {
    sameForEveryChunking: boolean;
    strict: { status: string; kept: readonly string[] };
    lenient: { status: string; messages: Readonly<Record<string, string>>; warnings: number };
    always: readonly string[];
  }
>("35-unbalanced-text", async ({ events, chunkings: cuts }, expected) => {
  const { lenient, strict, always, sameForEveryChunking } = expected;
  const seen = await readEvents(events);
  expect(seen.end.status).toBe(lenient.status);
  for (const [id, text] of Object.entries(lenient.messages)) expect(textOf(seen, id), id).toBe(text);
  expect(codesOf(seen)).toEqual(["item-reopened", "item-left-open"]);
  expect(seen.warnings).toHaveLength(lenient.warnings);

  // Where the events are apart, each is published before the next one comes.
  expect(cuts).toEqual(["all events in one chunk", "one event per chunk, 15 ms apart"]);
  expect(sameForEveryChunking).toBe(true);
  const { transport, schedule } = stepped(events, () => {});
  const apart = createClient({ transport, environment: { schedule } });
  const thread = apart.thread("t1");
  expect((await thread.run({ runId: "r1" })).status).toBe(lenient.status);
  expect(apart.warnings).toEqual(seen.warnings);
  expect(thread.get().messages).toEqual(seen.snapshot.messages);

  expect(strict.status).toBe("failed: protocol violation at TEXT_MESSAGE_CONTENT m1");
  const refused = await readEvents(declaring(events));
  expect(rejection(refused)).toMatchObject({
    rule: "not-open",
    ids: ["m1"],
    event: { type: "TEXT_MESSAGE_CONTENT", messageId: "m1" },
  });
  expect([textOf(refused, "m1")]).toEqual(strict.kept);

  expect(always).toEqual([
    "nothing delivered is lost",
    "no message stays in a streaming state",
    "isRunning false",
  ]);
  for (const each of [seen, refused]) {
    expect(each.thread.toolCall("c1").get()).toMatchObject({ status: "complete", input: {} });
    expect(phasesOf(each)).not.toContain("streaming");
    expect(each.snapshot.status).not.toBe("running");
  }
  expect(seen.thread.toolCall("c1").get()?.result).toBe("ok");
});
