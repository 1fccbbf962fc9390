/** Ways in which a field could send something else than the person meant. */
import { createTestClient, pause, scriptedAgent } from "@holdpoint/client/testing";
import { act, cleanup, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, expect, test } from "vitest";
import { ask, axeFaults } from "../../../../test/support/asked-form.tsx";
import { AgentProvider, InterruptForm, ToolCallText, useInterruptForm } from "../index.ts";

afterEach(cleanup);

function Form(): ReactElement | null {
  const form = useInterruptForm("q");
  return form && <InterruptForm form={form} />;
}

const textbox = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const button = (name: string) => screen.getByRole("button", { name });

test("a text that is on its way to the name of an option stays as it is typed, though it is the value of another", async () => {
  const others = Array.from({ length: 25 }, (_, at) => ({ const: `x${at}`, title: `Other ${at}` }));
  const country = {
    oneOf: [{ const: "us", title: "Germany" }, { const: "au", title: "usa" }, ...others],
  };
  const { user, send } = await ask({ country }, ["country"]);
  const box = screen.getByRole<HTMLInputElement>("combobox", { name: "Country" });
  await user.type(box, "us");
  expect(box.value).toBe("us");
  await user.type(box, "a");
  await user.tab();
  expect(box.value).toBe("usa");
  expect(await send()).toEqual({ country: "au" });
});

test("the value of an option, typed whole, is that option, under its name", async () => {
  const options = Array.from({ length: 25 }, (_, at) => ({ const: `x${at}`, title: "Same" }));
  const { user, send } = await ask({ a: { oneOf: options } }, ["a"]);
  const box = screen.getByRole<HTMLInputElement>("combobox", { name: "A" });
  await user.type(box, "x7");
  await user.tab();
  expect(box.value).toBe('Same ("x7")');
  expect(await send()).toEqual({ a: "x7" });
});

test("a text on one line gets several when one comes that has them", async () => {
  const schema = { type: "object", properties: { note: { type: "string" } }, required: ["note"] };
  const interrupts = [{ id: "q", reason: "details", responseSchema: schema }];
  const asking = createTestClient(scriptedAgent([pause(...interrupts)]));
  const { approvals, send } = asking.thread("t1");
  await send("Go");
  render(
    <AgentProvider client={asking}>
      <Form />
    </AgentProvider>,
  );
  expect(textbox("Note").tagName).toBe("INPUT");
  act(() => void approvals.answer("q", { note: "one\ntwo" }));
  expect(textbox("Note").tagName).toBe("TEXTAREA");
  expect(textbox("Note").value).toBe("one\ntwo");
  act(() => void approvals.answer("q", { note: "one" }));
  expect(textbox("Note").tagName).toBe("TEXTAREA");
});

test("a required text can be left empty, but only on purpose", async () => {
  const { user, send } = await ask({ note: { type: "string" } }, ["note"]);
  expect(screen.queryByRole("button", { name: "Leave Note empty" })).toBeNull();
  await user.click(button("Send 1 answer"));
  await user.click(button("Leave Note empty"));
  expect(document.activeElement).toBe(textbox("Note"));
  expect(textbox("Note").getAttribute("aria-invalid")).toBeNull();
  expect(await axeFaults()).toEqual([]);
  expect(await send()).toEqual({ note: "" });
});

test("a yes or no that may be nothing offers that, too", async () => {
  const maybe = { anyOf: [{ type: "boolean" }, { type: "null" }] };
  const { user, send } = await ask({ ok: maybe, more: maybe }, ["ok"]);
  await user.click(screen.getAllByRole("radio", { name: "None" })[0] ?? document.body);
  expect(await axeFaults()).toEqual([]);
  expect(await send()).toEqual({ ok: null });
});

test("a call is shown with all its digits, and JSON with digits that would be rounded is refused", async () => {
  render(<ToolCallText name="pay" arguments='{"to": 12345678901234567890}' />);
  expect(screen.getByText(/12345678901234567890/)).toBeDefined();
  const { user } = await ask({ data: {} }, ["data"]);
  await user.type(textbox("Data"), "12345678901234567890");
  await user.tab();
  expect(screen.getByText("Enter fewer digits, or a smaller number.")).toBeDefined();
});
