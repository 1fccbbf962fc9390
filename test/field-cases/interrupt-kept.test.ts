import { type Interrupt, type Message, readRecord } from "@holdpoint/client";
import { expect } from "vitest";
import { createClient } from "./support/client.ts";
import { fieldCase } from "./support/field-case.ts";
import { scripted, succeeds } from "./support/scripted.ts";

fieldCase<
  {
    persisted: {
      threadId: string;
      messages: readonly Message[];
      state: unknown;
      pendingInterrupts: readonly Interrupt[];
    };
    steps: readonly { do: string; text?: string; interruptId?: string; payload?: unknown }[];
  },
  {
    afterRestore: { status: string; pending: readonly string[] };
    send: string;
    resume: { bodyIncludes: object };
  }
>("17-reload-restores-interrupt", async ({ persisted, steps }, expected) => {
  expect(steps.map((step) => step.do)).toEqual(["restore", "send", "resume"]);
  const [, send, resume] = steps;
  const { pendingInterrupts: interrupts, ...rest } = persisted;
  const { transport, inputs } = scripted(succeeds);
  const thread = createClient({ transport }).thread(persisted.threadId);
  thread.hydrate(readRecord({ version: 1, ...rest, interrupts }));
  const { status, approvals } = thread.get();
  expect(status).toBe(expected.afterRestore.status);
  expect(approvals.items.map(({ id }) => id)).toEqual(expected.afterRestore.pending);

  expect(expected.send).toBe("refused before any request");
  await expect(thread.send(send?.text ?? "")).rejects.toMatchObject({ code: "uncovered" });
  expect(inputs).toHaveLength(0);

  thread.approvals.answer(resume?.interruptId ?? "", resume?.payload);
  await thread.approvals.submit();
  expect(inputs[0]).toMatchObject({ ...expected.resume.bodyIncludes, messages: persisted.messages });

  // What one page keeps, the next one restores, too.
  const before = createClient({ transport }).thread(persisted.threadId);
  before.hydrate(readRecord({ version: 1, ...rest, interrupts }));
  const again = createClient({ transport }).thread(persisted.threadId);
  again.hydrate(readRecord(JSON.parse(JSON.stringify(before.export()))));
  expect(again.get().approvals.items).toEqual(before.get().approvals.items);
});
