import { createAgentClient } from "@holdpoint/client";
import { defineAgent, interrupt, localTransport } from "@holdpoint/client/agent";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { type ReactElement, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { ask, axeFaults } from "../../../test/support/asked-form.tsx";
import {
  AgentProvider,
  ApprovalPanel,
  type FieldRule,
  type FieldRuleProps,
  InterruptCard,
  InterruptForm,
  useAgentRun,
} from "./index.ts";

afterEach(cleanup);

/** Draws its field as a paragraph with a mark, and the fields in it. */
const marks = (mark: string, conditions: Omit<FieldRule, "render"> = {}): FieldRule => ({
  ...conditions,
  render: ({ field, children }) => (
    <div>
      {`${mark} ${field.label}`}
      {children}
    </div>
  ),
});

function Stars({ form, field }: FieldRuleProps): ReactElement {
  const { value = "", onChange, ...props } = form.getFieldProps(field);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <p>
      <label htmlFor={props.id}>{field.label}</label>
      <input {...props} type="range" max={5} value={value || "0"} onChange={onChange} />
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? "Less" : "More"}
      </button>
      {field.errors.length > 0 && <span id={`${field.id}-error`}>{field.errors[0]?.message}</span>}
    </p>
  );
}

test("the first rule whose conditions all hold draws a field, by getFieldProps alone", async () => {
  const asked: string[] = [];
  const rule: FieldRule = {
    kind: "integer",
    path: ["items", "*", "stars"],
    when: (field) => {
      asked.push(field.label);
      return field.limits.maximum === 5;
    },
    render: (props) => <Stars {...props} />,
  };
  const properties = { stars: { type: "integer", maximum: 5 }, count: { type: "integer" } };
  const items = { type: "array", items: { type: "object", properties, required: ["stars"] } };
  const { user, send } = await ask({ items, stars: properties.stars }, [], {
    fields: [rule, marks("never", { format: "x" })],
  });
  await user.click(screen.getByRole("button", { name: "Add to Items" }));
  await user.click(screen.getByRole("button", { name: "Send 1 answer" }));
  const slider = screen.getByRole("slider", { name: "Stars" });
  expect(slider.getAttribute("aria-describedby")).toBe(
    screen.getByText("This is required.", { selector: "span" }).id,
  );
  await user.click(screen.getByRole("link", { name: /Stars/ }));
  expect(document.activeElement).toBe(slider);
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.type(screen.getByRole("textbox", { name: "Stars" }), "1");
  expect(screen.getByRole("button", { name: "Less" })).toBeDefined();
  expect(new Set(asked)).toEqual(new Set(["Stars"]));
  expect(await axeFaults()).toEqual([]);
  fireEvent.change(slider, { target: { value: "4" } });
  expect(await send()).toEqual({ items: [{ stars: 4 }], stars: 1 });
});

const outer = [marks("outer")];
const middle = [marks("middle", { kind: "integer" }), marks("middle", { kind: "string" })];
const inner = [marks("inner", { kind: "string" })];

function App(): ReactElement {
  const run = useAgentRun({ threadId: "t1" });
  const [form] = run.forms;
  return (
    <>
      <section aria-label="panel">
        <ApprovalPanel run={run} fields={middle} />
      </section>
      <section aria-label="card">{form && <InterruptCard form={form} fields={inner} />}</section>
      <section aria-label="form">{form && <InterruptForm form={form} fields={inner} />}</section>
    </>
  );
}

test("the nearest rules come first, and what none of them draws is drawn by those around, then by us", async () => {
  const properties = {
    a: { type: "string" },
    b: { type: "integer" },
    c: { type: "boolean" },
    d: { type: "null" },
  };
  const responseSchema = { type: "object", properties };
  const agent = defineAgent(async () => interrupt([{ id: "q", reason: "x", responseSchema }]));
  const client = createAgentClient({ transport: localTransport(agent) });
  await client.thread("t1").send("Go");
  render(
    <AgentProvider client={client} fields={outer}>
      <App />
    </AgentProvider>,
  );
  const words = (name: string) => screen.getByRole("region", { name }).textContent;
  expect(words("panel")).toContain("middle Amiddle Bouter Couter D");
  for (const name of ["card", "form"]) expect(words(name)).toContain("inner Aouter Bouter Couter D");
  cleanup();
  render(
    <AgentProvider client={client}>
      <App />
    </AgentProvider>,
  );
  expect(words("form")).toContain("inner AB");
  expect(screen.getAllByRole("checkbox", { name: "C" })).toHaveLength(3);
});

test("a rule for what has parts is given them drawn", async () => {
  const properties = { inside: { type: "object", properties: { name: { type: "string" } } } };
  const { user, send } = await ask(properties, ["inside"], { fields: [marks("own", { kind: "object" })] });
  expect(screen.queryByRole("group")).toBeNull();
  expect(screen.getByText(/own Inside/)).toBeDefined();
  await user.type(screen.getByRole("textbox", { name: "Name" }), "x");
  expect(await send()).toEqual({ inside: { name: "x" } });
});
