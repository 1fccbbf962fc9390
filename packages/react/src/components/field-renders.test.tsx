import type { Interrupt } from "@holdpoint/client";
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { asks, succeeds } from "../../../../test/support/scripted.ts";
import { showRun } from "../../../../test/support/shown-run.tsx";
import { ApprovalPanel } from "../index.ts";
import type { FieldComponentProps } from "./fields/field-frame.tsx";

/** The names of the fields in the order of their renders. */
const rendered = vi.hoisted((): string[] => []);

vi.mock("./fields/text-field.tsx", async (original) => {
  const { TextField } = await original<typeof import("./fields/text-field.tsx")>();
  return {
    TextField: (props: FieldComponentProps) => {
      rendered.push(props.label);
      return TextField(props);
    },
  };
});

afterEach(cleanup);

const trip: Interrupt = {
  id: "trip",
  reason: "trip",
  message: "Where to?",
  responseSchema: {
    type: "object",
    properties: {
      city: { type: "string", minLength: 3 },
      nights: { type: "integer" },
      guest: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      stops: { type: "array", items: { type: "string", title: "Stop" }, default: ["Bern"] },
    },
    required: ["city", "nights", "guest", "stops"],
  },
};

test("typing renders the one field, whatever the thread publishes meanwhile", async () => {
  const { thread, user } = showRun([asks(trip), succeeds], (run) => <ApprovalPanel run={run} />);
  await act(() => thread.send("Go"));
  expect(new Set(rendered)).toEqual(new Set(["City", "Nights", "Name", "Stop 1"]));
  const city = screen.getByRole("textbox", { name: "City" });
  city.focus();
  rendered.length = 0;
  for (const letter of "Basel") {
    await user.keyboard(letter);
    act(() => thread.setState({ typed: letter }));
    act(() => thread.setMessages([{ id: "m", role: "assistant", content: letter }]));
  }
  expect(city).toHaveProperty("value", "Basel");
  expect(new Set(rendered)).toEqual(new Set(["City"]));

  // Another field in a group, and its errors: each shows with a render of its own.
  rendered.length = 0;
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Ada");
  expect(new Set(rendered)).toEqual(new Set(["City", "Name"]));
  rendered.length = 0;
  await user.click(screen.getByRole("button", { name: "Send 1 answer" }));
  expect(new Set(rendered)).toEqual(new Set(["Nights", "Name"]));
  expect(screen.getByRole("textbox", { name: "Nights" }).getAttribute("aria-invalid")).toBe("true");
});
