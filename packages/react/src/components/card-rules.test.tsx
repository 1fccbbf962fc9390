import { defineInterrupt, type Interrupt } from "@holdpoint/client";
import { callTool, pause } from "@holdpoint/client/testing";
import { act, cleanup, screen, within } from "@testing-library/react";
import { type ReactElement, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { axeFaults } from "../../../../test/support/asked-form.tsx";
import { asks, succeeds } from "../../../../test/support/scripted.ts";
import { showRun } from "../../../../test/support/shown-run.tsx";
import {
  ApprovalPanel,
  type CardRule,
  type CardRuleProps,
  CardRules,
  createCardRule,
  type TypedCardProps,
} from "../index.ts";

afterEach(cleanup);

const rating = defineInterrupt({
  reason: "rating",
  response: z.object({ stars: z.number().int().min(1).max(5) }),
  metadata: z.object({ film: z.string() }),
});

function Stars({
  form,
  metadata,
  answer,
}: TypedCardProps<{ stars: number }, { film: string }>): ReactElement {
  const [fault, setFault] = useState("");
  return (
    <section aria-label={metadata?.film}>
      {[5, 9].map((stars) => (
        <button key={stars} type="button" onClick={() => setFault(answer({ stars })[0]?.message ?? "")}>
          {stars} stars
        </button>
      ))}
      <p>
        {form.item.status} {fault}
      </p>
    </section>
  );
}

const own =
  (name: string) =>
  ({ form, missed }: CardRuleProps): ReactElement => (
    <section aria-label={name}>
      <button type="button" onClick={() => form.answer(name)}>
        Answer {name}
      </button>
      <p>{missed ? "Missed" : form.item.status}</p>
    </section>
  );

const rules: readonly CardRule[] = [
  createCardRule(rating, (props) => <Stars {...props} />),
  { reason: "color", render: own("by reason") },
  { tool: "deploy", render: own("by tool") },
  { reason: "none", render: () => null },
  {
    when: (item) => item.id === "wrapped",
    render: ({ children }) => <div data-testid="frame">{children}</div>,
  },
];

const color: Interrupt = { id: "color", reason: "color", message: "Which color?" };
const confirm = (id: string): Interrupt => ({ id, reason: "confirmation", message: `Sure of ${id}?` });

test("several rules draw one batch, each its own question, and it goes out when all are answered", async () => {
  const { thread, inputs, user } = showRun(
    [
      [
        callTool("deploy", {}, { id: "c" }),
        pause(
          rating.interrupt({ metadata: { film: "Alien" } }),
          color,
          { id: "tool", reason: "other", toolCallId: "c" },
          { id: "unseen", reason: "none", message: "Nobody draws this?" },
          confirm("wrapped"),
          confirm("plain"),
        ),
      ],
      succeeds,
    ],
    (run) => (
      <CardRules rules={rules}>
        <ApprovalPanel run={run} />
      </CardRules>
    ),
    { options: { interrupts: [rating] } },
  );
  await act(() => thread.send("Go"));
  const section = (name: string) => within(screen.getByRole("region", { name }));
  expect(await axeFaults()).toEqual([]);

  // What was not answered is named by the panel, whoever draws it, and its link leads there.
  await user.click(screen.getByRole("button", { name: "Send 6 answers" }));
  expect(section("by reason").getByText("Missed")).toBeDefined();
  await user.click(screen.getByRole("link", { name: /Which color/ }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Answer by reason" }));

  await user.click(screen.getByRole("button", { name: "9 stars" }));
  expect(section("Alien").getByText(/^open .*5/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "5 stars" }));
  await user.click(screen.getByRole("button", { name: "Answer by reason" }));
  await user.click(screen.getByRole("button", { name: "Answer by tool" }));
  expect(screen.getByRole("article", { name: "Nobody draws this?" })).toBeDefined();
  await user.click(
    within(screen.getByRole("article", { name: /Nobody/ })).getByRole("button", { name: "Approve" }),
  );
  for (const card of [
    within(screen.getByTestId("frame")).getByRole("article"),
    screen.getByRole("article", { name: /plain/ }),
  ]) {
    await user.click(within(card).getByRole("button", { name: "Yes" }));
  }
  expect(inputs).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Send 6 answers" }));
  expect(inputs[1]?.resume?.map(({ payload }) => payload)).toEqual([
    { stars: 5 },
    "by reason",
    "by tool",
    { approved: true },
    true,
    true,
  ]);
});

test("no id is on the page twice, whether a rule takes our card in or not", async () => {
  const { thread, container } = showRun([asks(confirm("wrapped"), color, confirm("plain"))], (run) => (
    <CardRules rules={rules}>
      <ApprovalPanel run={run} />
    </CardRules>
  ));
  await act(() => thread.send("Go"));
  const ids = [...container.querySelectorAll("[id]")].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("the nearest rules come first, then those around them, then our card", async () => {
  const outer: readonly CardRule[] = [
    { reason: "color", render: own("outer") },
    { reason: "confirmation", render: own("around") },
  ];
  const { thread } = showRun(
    [asks(color, confirm("plain"), { id: "n", reason: "none", message: "Ours?" })],
    (run) => (
      <CardRules rules={outer}>
        <CardRules rules={rules}>
          <ApprovalPanel run={run} />
        </CardRules>
      </CardRules>
    ),
  );
  await act(() => thread.send("Go"));
  for (const name of ["by reason", "around"]) expect(screen.getByRole("region", { name })).toBeDefined();
  expect(screen.queryByRole("region", { name: "outer" })).toBeNull();
  expect(screen.getByRole("article", { name: "Ours?" })).toBeDefined();
});
