import { createForm } from "@holdpoint/client/form";
import { expect, test } from "vitest";
import { setRustStage } from "../support/rust-client.ts";
import { said } from "../support/said.ts";

const stage = setRustStage();

async function pause() {
  const client = stage.open("mailer");
  const thread = client.thread("mail");
  expect((await thread.send("Write to Ann")).status).toBe("interrupted");
  return { client, thread, approvals: thread.approvals };
}

test("each question has the call that it is about, with its arguments", async () => {
  const { approvals } = await pause();
  expect(approvals.get().items.map(({ id, toolCall }) => [id, toolCall?.name, toolCall?.arguments])).toEqual([
    ["approve-send", "send_mail", `{"text":"Hello","to":"ann"}`],
    ["approve-drop", "drop_draft", "{}"],
  ]);
});

test("changed arguments and a refusal are answered in one request, and the calls stay the agent's", async () => {
  const { client, thread, approvals } = await pause();
  const form = createForm(approvals, "approve-send");
  form.get().setValue(["editedArgs", "text"], "Good morning");
  form
    .get()
    .actions.find(({ id }) => id === "approve")
    ?.run();
  approvals.decline("approve-drop");
  expect((await approvals.submit()).status).toBe("success");
  expect(said(thread).at(-1)).toBe(`Sent {"text":"Good morning","to":"ann"}. Kept the draft.`);
  expect(client.requests[1]?.resume).toEqual([
    {
      interruptId: "approve-send",
      status: "resolved",
      payload: { editedArgs: { text: "Good morning", to: "ann" } },
    },
    { interruptId: "approve-drop", status: "cancelled" },
  ]);
  // A call that is asked about gets its result from the agent, and none from here.
  expect(client.requests[1]?.messages.filter(({ role }) => role === "tool")).toEqual([]);
});

test("arguments that are left as they are go out with none", async () => {
  const { client, thread, approvals } = await pause();
  approvals.answerAll(() => ({ payload: {} }));
  expect((await approvals.submit()).status).toBe("success");
  expect(said(thread).at(-1)).toBe(`Sent {"text":"Hello","to":"ann"}. Dropped the draft.`);
  expect(client.requests).toHaveLength(2);
});
