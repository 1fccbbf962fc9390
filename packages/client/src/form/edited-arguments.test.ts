import { rawRun, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it } from "vitest";
import { client, finished, started, succeeds } from "../../../../test/support/scripted.ts";
import { createForm } from "./create-form.ts";
import type { FormField, FormView } from "./types.ts";

const ask = (responseSchema: object): Script =>
  rawRun((input) => [
    started(input),
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "send_mail" },
    { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"to":"a@b.co","tags":["x"]}' },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
    finished(input, {
      type: "interrupt",
      interrupts: [{ id: "a", reason: "tool_call", toolCallId: "c1", responseSchema }],
    }),
  ]);

const tool = {
  name: "send_mail",
  description: "Sends a mail.",
  parameters: {
    type: "object",
    properties: { to: { $ref: "#/$defs/Address" }, tags: { type: "array", items: { type: "string" } } },
    required: ["to"],
    $defs: { Address: { type: "string", format: "email", title: "Recipient" } },
  },
};

const schema = (key: string, part: object) => ({
  type: "object",
  properties: { approved: { type: "boolean" }, [key]: part },
  required: ["approved"],
});

async function paused(responseSchema: object, options: object = {}) {
  const { transport, inputs } = scriptedAgent(ask(responseSchema), succeeds);
  const thread = client(transport, { tools: [tool], ...options }).thread("t1");
  await thread.send("Go");
  const form = createForm(thread.approvals, "a");
  return { form, thread, inputs };
}

function at(view: FormView, key: string): FormField | undefined {
  return view.fields.find((field) => field.key === key);
}

describe("a question about a call that may be changed", () => {
  it("shows the arguments as fields, by the tool's own schema where the response schema says no more than an object", async () => {
    const { form } = await paused(schema("editedArgs", { type: "object", description: "All of them." }));
    const edits = at(form.get(), "editedArgs");
    expect(edits).toMatchObject({ kind: "object", label: "Edited args", description: "All of them." });
    expect(edits?.children.map(({ label, value }) => [label, value])).toEqual([
      ["Recipient", "a@b.co"],
      ["Tags", '[\n  "x"\n]'],
    ]);
    // Yes and No answer it, so nothing else has to be pressed.
    expect(form.get().actions).toEqual([]);
  });

  it("sends the whole arguments once one is changed, and none where nothing is", async () => {
    const { form, thread, inputs } = await paused(schema("editedArgs", { type: "object" }));
    form.get().setValue(["approved"], true);
    expect(form.get().item.payload).toEqual({ approved: true });
    form.get().add(["editedArgs", "tags"]);
    form.get().setValue(["editedArgs", "tags", 1], "y");
    expect(form.get().item.payload).toEqual({
      approved: true,
      editedArgs: { to: "a@b.co", tags: ["x", "y"] },
    });
    form.get().remove(["editedArgs", "tags", 1]);
    expect(form.get().item.payload).toEqual({ approved: true });
    form.get().setValue(["editedArgs", "to"], "c@d.co");
    await thread.approvals.submit();
    expect(inputs[1]?.resume).toMatchObject([
      { payload: { approved: true, editedArgs: { to: "c@d.co", tags: ["x"] } } },
    ]);
  });

  it("holds them against the schema of the tool, the fault at its field", async () => {
    const { form } = await paused(schema("editedArgs", { type: "object" }));
    form.get().setValue(["approved"], true);
    form.get().setValue(["editedArgs", "to"], "nobody");
    expect(form.get().item.status).toBe("open");
    expect(at(form.get(), "editedArgs")?.children[0]?.errors).toMatchObject([{ keyword: "format" }]);
  });

  it("draws what the response schema says where it says more, and takes the property that the app names", async () => {
    const part = { type: "object", properties: { to: { type: "string" } }, additionalProperties: false };
    const { form } = await paused(schema("args", part), { editedArgs: "args" });
    expect(at(form.get(), "args")?.children.map(({ label, kind }) => [label, kind])).toEqual([
      ["To", "string"],
      ["tags", "json"],
    ]);
  });

  it("follows a call that changes", async () => {
    const { form, thread } = await paused(schema("editedArgs", { type: "object" }));
    form.get();
    const text = JSON.stringify(thread.get().messages).replaceAll("a@b.co", "new@b.co");
    thread.setMessages(JSON.parse(text));
    expect(at(form.get(), "editedArgs")?.children[0]?.value).toBe("new@b.co");
    form.get().setValue(["approved"], true);
    expect(form.get().item.payload).toEqual({ approved: true });
  });

  it("asks to approve where the schema has no yes and no of its own", async () => {
    const { form } = await paused({ type: "object", properties: { editedArgs: { type: "object" } } });
    expect(form.get().actions.map(({ id }) => id)).toEqual(["approve", "deny"]);
    form.get().actions[0]?.run();
    expect(form.get().item.payload).toEqual({});
  });
});
