import type { ThreadMessage } from "@holdpoint/client";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Message } from "../index.ts";

afterEach(cleanup);

const marks = { phase: "complete", origin: "agent" } as const;

test("draws text as text, whatever it looks like", () => {
  const message: ThreadMessage = { ...marks, id: "m", role: "assistant", content: "<b>bold</b>\n  indented" };
  const { container } = render(<Message message={message} />);
  expect(screen.getByRole("article").dataset).toMatchObject({ role: "assistant", phase: "complete" });
  expect(screen.getByText(/<b>bold<\/b>/)).toBeDefined();
  expect(container.querySelector("b")).toBeNull();
});

test("draws tool calls by name and arguments, and results with their fault", () => {
  const call: ThreadMessage = {
    ...marks,
    id: "m",
    role: "assistant",
    toolCalls: [
      { id: "c", type: "function", function: { name: "deploy", arguments: '{"build":42,"to":"Bonn"}' } },
      { id: "d", type: "function", function: { name: "notify", arguments: "not json" } },
    ],
  };
  const result: ThreadMessage = {
    ...marks,
    id: "r",
    role: "tool",
    toolCallId: "c",
    content: "",
    error: "no such build",
  };
  render(
    <>
      <Message message={call} />
      <Message message={result} />
    </>,
  );
  expect(screen.getByText("deploy")).toBeDefined();
  expect(screen.getAllByRole("term").map((term) => term.textContent)).toEqual(["build", "to"]);
  expect(screen.getAllByRole("definition").map((term) => term.textContent)).toEqual(["42", "Bonn"]);
  expect(screen.getByText("not json")).toBeDefined();
  expect(screen.getByText("Failed: no such build")).toBeDefined();
});

test("an assistant message without text and tool calls draws nothing", () => {
  const { container } = render(<Message message={{ ...marks, id: "m", role: "assistant" }} />);
  expect(container.innerHTML).toBe("");
});

test("says in words that a message was cut off, and names media", () => {
  const message: ThreadMessage = {
    id: "m",
    role: "user",
    origin: "app",
    phase: "incomplete",
    content: [
      { type: "text", text: "Look:" },
      { type: "image", source: { type: "url", value: "https://example.invalid/a.png" } },
    ],
  };
  render(<Message message={message} />);
  expect(screen.getByText(/Look:\s+\[image\]/)).toBeDefined();
  expect(screen.getByText("(cut off)")).toBeDefined();
});
