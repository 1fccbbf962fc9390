import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { axeFaults } from "../../../../test/support/asked-form.tsx";
import { JsonTree, LineDiff, ToolCallReview } from "../index.ts";

afterEach(cleanup);

const mail = { to: "ann@example.com", body: "Hello\n\nSee you." };
const call = (input: unknown) =>
  ({ name: "send_mail", arguments: JSON.stringify(input), status: "complete" }) as const;
const review = () => within(screen.getByRole("group", { name: "What will run" }));

test("shows the call as a tree, and marks it only where the app says that it cannot be undone", async () => {
  const { rerender } = render(<ToolCallReview call={call({ ...mail, tags: ["a"], deep: { on: true } })} />);
  expect(review().getByText("send_mail")).toBeDefined();
  expect(
    review()
      .getAllByRole("term")
      .map(({ textContent }) => textContent),
  ).toEqual(["to", "body", "tags", "deep", "on"]);
  expect(review().getByText(/See you/).dataset.type).toBe("lines");
  expect(review().queryByText("This cannot be undone.")).toBeNull();
  rerender(<ToolCallReview call={call(mail)} destructive />);
  expect(review().getByText("This cannot be undone.")).toBeDefined();
  expect(await axeFaults()).toEqual([]);
});

test("once edited, shows what changed line by line, in words too", async () => {
  const edited = { body: "Hello\n\nSee you soon.", to: mail.to };
  render(<ToolCallReview call={call(mail)} edited={edited} />);
  const diff = screen.getByRole("group", { name: "What was changed" });
  expect([...diff.querySelectorAll("del")].map(({ textContent }) => textContent)).toEqual([
    "Removed:   | See you.",
  ]);
  expect([...diff.querySelectorAll("ins")].map(({ textContent }) => textContent)).toEqual([
    "Added:   | See you soon.",
  ]);
  expect(within(diff).getByText("1 line added, 1 removed")).toBeDefined();
  expect(screen.getByText(/^Edited:/)).toBeDefined();
  expect(await axeFaults()).toEqual([]);
});

test("the same arguments in another order are no change", () => {
  render(<ToolCallReview call={call(mail)} edited={{ body: mail.body, to: mail.to }} />);
  expect(screen.queryByRole("group", { name: "What was changed" })).toBeNull();
  expect(review().getAllByRole("term")).toHaveLength(2);
});

test("what is no JSON, what still streams, and no arguments at all", () => {
  const { rerender } = render(
    <ToolCallReview call={{ name: "a", arguments: "not json", status: "complete" }} />,
  );
  expect(review().getByText("not json")).toBeDefined();
  rerender(<ToolCallReview call={{ name: "a", arguments: '{"to":"an', status: "streaming" }} />);
  expect(review().getByText('{"to":"an')).toBeDefined();
  rerender(<ToolCallReview call={{ name: "a", arguments: "{}", status: "complete" }} />);
  expect(review().getByText("No arguments")).toBeDefined();
  rerender(
    <ToolCallReview call={{ name: "a", arguments: '{"id":12345678901234567890}', status: "complete" }} />,
  );
  expect(review().getByText('{"id":12345678901234567890}')).toBeDefined();
});

test("an app draws each part", () => {
  render(
    <ToolCallReview
      call={call(mail)}
      edited={{ ...mail, to: "bob@example.com" }}
      parts={{
        name: ({ name }) => <h2>{name.toUpperCase()}</h2>,
        changes: ({ before, after }) => <p>{`${JSON.stringify(before)} -> ${JSON.stringify(after)}`}</p>,
      }}
    />,
  );
  expect(screen.getByRole("heading", { name: "SEND_MAIL" })).toBeDefined();
  expect(screen.getByText(/ann@example.com.*->.*bob@example.com/)).toBeDefined();
});

test("lines that are the same fold away, but for those around a change", async () => {
  const before = Array.from({ length: 40 }, (_, at) => `line ${at}`);
  render(
    <LineDiff before={before.join("\n")} after={before.with(20, "changed").join("\r\n")} label="Plan" />,
  );
  const folds = screen.getAllByText("17 unchanged lines");
  expect(screen.getByText("16 unchanged lines")).toBeDefined();
  expect(folds[0]?.closest("details")?.open).toBe(false);
  await userEvent.click(folds[0] ?? document.body);
  expect(folds[0]?.closest("details")?.open).toBe(true);
  expect(screen.getByRole("group", { name: "Plan" }).textContent).toContain("line 0");
});

test("of very many parts the first ones are shown, and the rest when asked for; depth has an end", async () => {
  const { rerender, container } = render(<JsonTree value={Array.from({ length: 120 }, (_, at) => at)} />);
  expect(screen.getAllByRole("listitem")).toHaveLength(50);
  await userEvent.click(screen.getByRole("button", { name: "Show 70 more" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(120);
  rerender(<JsonTree value={JSON.parse(`${"[".repeat(3000)}${"]".repeat(3000)}`)} />);
  expect(container.querySelectorAll("ol").length).toBeLessThan(10);
});
