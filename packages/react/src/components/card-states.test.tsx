import { type AgentClientOptions, definePolicy, type Interrupt } from "@holdpoint/client";
import {
  callTool,
  createFakeClock,
  createTestClient,
  type FakeClock,
  fail,
  pause,
  type Script,
  scriptedAgent,
} from "@holdpoint/client/testing";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ReactElement, StrictMode } from "react";
import { afterEach, expect, test } from "vitest";
import { asks, succeeds } from "../../../../test/support/scripted.ts";
import { AgentProvider, ApprovalPanel, type Messages, useAgentRun } from "../index.ts";

const START = Date.parse("2030-01-01T12:00:00Z");
const MINUTE = 60_000;

const deploy: Interrupt = { id: "deploy", reason: "tool_approval", message: "Deploy build 42?" };
const stay: Interrupt = {
  id: "stay",
  reason: "stay",
  message: "How long?",
  responseSchema: {
    type: "object",
    properties: { nights: { type: "integer", title: "Nights" }, note: { type: "string", title: "Note" } },
    required: ["nights"],
  },
};

afterEach(cleanup);

function App({ messages }: { messages: Partial<Messages> }): ReactElement {
  return <ApprovalPanel run={useAgentRun({ threadId: "t1" })} messages={messages} />;
}

async function setUp(
  scripts: readonly Script[],
  options: Partial<AgentClientOptions> = {},
  messages: Partial<Messages> = {},
) {
  const { transport, inputs } = scriptedAgent(...scripts);
  const agent = createTestClient(transport, { clock: createFakeClock(START), ...options });
  const thread = agent.thread("t1");
  await thread.send("Go");
  render(
    <StrictMode>
      <AgentProvider client={agent}>
        <App messages={messages} />
      </AgentProvider>
    </StrictMode>,
  );
  return { thread, inputs, user: userEvent.setup(), pass: passing(agent.clock) };
}

const card = (name: string) => within(screen.getByRole("article", { name }));
const button = (name: string) => screen.getByRole("button", { name });

test("words a question that came without any, and never by its bare reason", async () => {
  await setUp([
    asks(
      {
        id: "a",
        reason: "gate_7",
        metadata: { framework: { question: "Is it safe?", details: "Line 1\nLine 2" } },
      },
      { id: "b", reason: "gate_8", metadata: { value: { amount: 5, to: { name: "Ann" } } } },
      { id: "c", reason: "gate_9", subagentRunId: "s" },
    ),
  ]);
  const first = card("Is it safe?");
  expect(first.getByText("The agent asks")).toBeDefined();
  const details = within(first.getByRole("group", { name: "Details" }));
  expect(details.getByText(/Line 1/).tagName).toBe("PRE");
  const [second, third] = screen.getAllByRole("article", { name: "The agent asks for a decision." });
  const tree = within(within(second ?? document.body).getByRole("group", { name: "Details" }));
  expect(tree.getByText("amount").tagName).toBe("DT");
  expect(tree.getByText(/"name": "Ann"/)).toBeDefined();
  expect(within(third ?? document.body).getByText("A subagent asks")).toBeDefined();
  expect(within(third ?? document.body).queryByRole("group", { name: "Details" })).toBeNull();
  expect(screen.queryByText(/gate_/)).toBeNull();
});

test("words it in the app's own language", async () => {
  const messages = { fallbackQuestion: "Der Agent fragt.", details: "Einzelheiten" };
  await setUp([asks({ id: "a", reason: "x", metadata: { value: 0 } })], {}, messages);
  expect(card("Der Agent fragt.").getByRole("group", { name: "Einzelheiten" }).textContent).toBe("0");
});

const call = (text: string): Script => [
  callTool("transfer", text, { id: "c1" }),
  pause({ id: "a", reason: "tool_call", toolCallId: "c1", metadata: { input: { amount: 5 } } }),
];

test("asks about a call by its name, and shows its arguments once", async () => {
  await setUp([call('{"amount":5}')]);
  const about = card("The agent wants to run transfer.");
  expect(about.getByRole("group", { name: "What will run" })).toBeDefined();
  expect(about.queryByRole("group", { name: "Details" })).toBeNull();
  expect(about.getAllByText("amount")).toHaveLength(1);
});

test("shows what a call was and what it has become, where it changed after it was answered", async () => {
  const { thread, user, inputs } = await setUp([call('{"amount":5}'), succeeds]);
  await user.click(button("Approve"));
  expect(screen.getByText("Approved")).toBeDefined();
  const changed = JSON.stringify(thread.get().messages).replace('\\"amount\\":5', '\\"amount\\":5000');
  act(() => thread.setMessages(JSON.parse(changed)));

  const about = card("The agent wants to run transfer.");
  expect(about.getByRole("alert").textContent).toBe(
    "The request changed after you answered. Please look again.",
  );
  expect(about.getByRole("group", { name: "What you answered to" }).textContent).toContain("amount5");
  expect(about.getByRole("group", { name: "What would run now" }).textContent).toContain("amount5000");
  expect(screen.getByText("What would run now")).toBeDefined();
  expect(button("Approve").getAttribute("aria-pressed")).toBe("false");
  await user.click(button("Send 1 answer"));
  expect(inputs).toHaveLength(1);

  await user.click(button("Approve"));
  expect(screen.queryByText("What would run now")).toBeNull();
  await user.click(button("Send 1 answer"));
  await waitFor(() => expect(inputs).toHaveLength(2));
});

const refuses = (message: string): Script => [fail(message)];

test("puts the agent's refusal at the field that it names and in the summary, until that is changed", async () => {
  const { user, inputs } = await setUp([asks(stay, deploy), refuses("stay: nights must be even"), succeeds]);
  await user.type(screen.getByRole("textbox", { name: "Nights" }), "3");
  await user.click(card("How long?").getByRole("button", { name: "Done" }));
  await user.click(button("Approve"));
  await user.click(button("Send 2 answers"));

  const link = await screen.findByRole("link", { name: "Nights: stay: nights must be even" });
  expect(screen.getByText("The agent did not accept the answers:")).toBeDefined();
  expect(screen.getByRole("status").textContent).toBe(
    "The agent did not accept the answers: stay: nights must be even",
  );
  expect(document.activeElement).toBe(screen.getByRole("group", { name: /^1 thing needs your attention/ }));
  expect(screen.getByRole("article", { name: "Deploy build 42?" }).dataset.folded).toBe("");
  const nights = screen.getByRole("textbox", { name: "Nights" });
  expect(nights).toHaveProperty("value", "3");
  expect(nights.getAttribute("aria-invalid")).toBe("true");
  const described = (nights.getAttribute("aria-describedby") ?? "").split(" ");
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(
    "stay: nights must be even",
  );
  expect(button("Send again").getAttribute("aria-disabled")).toBe("false");
  await user.click(link);
  expect(document.activeElement).toBe(nights);

  await user.clear(nights);
  await user.type(nights, "4");
  expect(screen.queryByRole("link")).toBeNull();
  expect(nights.getAttribute("aria-invalid")).toBeNull();
  const panel = within(screen.getByRole("region"));
  expect(panel.getByText("The agent did not accept the answers: stay: nights must be even")).toBeDefined();
  await user.click(button("Send 2 answers"));
  await waitFor(() => expect(inputs).toHaveLength(3));
  expect(inputs[2]?.resume?.[0]).toMatchObject({ payload: { nights: 4 } });
});

test("a refusal may be sent again as it was", async () => {
  const { user, inputs } = await setUp([asks(deploy), refuses("deploy is locked"), succeeds]);
  await user.click(button("Approve"));
  await user.click(button("Send 1 answer"));
  await screen.findByRole("link", { name: "Deploy build 42? deploy is locked" });
  expect(card("Deploy build 42?").getByText("Answered")).toBeDefined();
  expect(card("Deploy build 42?").getByRole("alert").textContent).toBe("deploy is locked");
  await user.click(await screen.findByRole("button", { name: "Send again" }));
  await waitFor(() => expect(inputs).toHaveLength(3));
  expect(inputs[2]?.resume).toEqual(inputs[1]?.resume);
});

const rule = (over: object, dryRun = false) =>
  definePolicy({
    name: "always deploy",
    dryRun,
    decide: ({ id }) => (id === "deploy" ? { payload: { approved: true }, ...over } : undefined),
  });

test("says which rule of the app has answered, and lets a person change that", async () => {
  const { user, inputs, thread } = await setUp([asks(deploy, stay), succeeds], { policies: [rule({})] });
  const answered = card("Deploy build 42?");
  expect(answered.getByText("Approved")).toBeDefined();
  expect(answered.getByText("Answered by the rule always deploy.")).toBeDefined();
  expect(screen.getByText("1 of 2 answered.")).toBeDefined();
  await user.click(answered.getByRole("button", { name: "Change" }));
  expect(answered.queryByText(/always deploy/)).toBeNull();
  await user.click(answered.getByRole("button", { name: "Deny" }));
  expect(answered.queryByText(/always deploy/)).toBeNull();
  await user.type(screen.getByRole("textbox", { name: "Nights" }), "4");
  await user.click(button("Send 2 answers"));
  await waitFor(() => expect(inputs).toHaveLength(2));
  expect(thread.get().decisions).toMatchObject([{ status: "cancelled", by: "person" }, { by: "person" }]);
});

test("shows what a rule would answer as a suggestion, which one press takes over", async () => {
  const { user, thread } = await setUp([asks(deploy, stay)], {
    policies: [rule({ metadata: { signed: "rule" } }, true)],
  });
  const suggestion = card("Deploy build 42?");
  expect(card("How long?").queryByRole("button", { name: /suggests/ })).toBeNull();
  await user.click(suggestion.getByRole("button", { name: "As the rule always deploy suggests: Approved" }));
  expect(suggestion.getByText("Approved")).toBeDefined();
  expect(suggestion.queryByText(/always deploy/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("article", { name: "Deploy build 42?" }));
  expect(thread.approvals.get().items[0]).toMatchObject({
    status: "answered",
    payload: { approved: true },
    metadata: { signed: "rule" },
  });
});

test("a suggestion may be to decline, and one that does not fit is refused at its place", async () => {
  const decline = definePolicy({
    name: "never",
    dryRun: true,
    decide: ({ id }) => (id === "deploy" ? { decline: true } : { payload: { nights: "many" } }),
  });
  const { user } = await setUp([asks(deploy, stay)], { policies: [decline] });
  await user.click(
    card("How long?").getByRole("button", { name: "As the rule never suggests: Nights: many" }),
  );
  expect(screen.getByRole("textbox", { name: "Nights" }).getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Nights" }));
  await user.click(
    card("Deploy build 42?").getByRole("button", { name: "As the rule never suggests: Denied" }),
  );
  expect(card("Deploy build 42?").getByText("Denied")).toBeDefined();
});

const at = (ms: number) => new Date(START + ms).toISOString();
/** Lets time pass, and the page draw itself in between. */
const passing = (clock: FakeClock) => (ms: number) => {
  for (let done = 0; done < ms; done += 1000) act(() => clock.advance(Math.min(1000, ms - done)));
};
const words = (role: "status" | "alert") => screen.getAllByRole(role).map(({ textContent }) => textContent);

test("tells the time left in the card, and announces it at five minutes, at one, and at the end only", async () => {
  const { pass } = await setUp([asks({ ...deploy, expiresAt: at(6 * MINUTE) }, stay)]);
  expect(screen.getByRole("timer").textContent).toBe("Time left: 6 minutes.");
  pass(59_000);
  expect(screen.getByRole("timer").textContent).toBe("Time left: 5 minutes 1 second.");
  expect(screen.getByRole("timer").closest("[aria-live], [role=status], [role=alert]")).toBeNull();
  const waiting = "The agent is waiting for 2 answers";
  expect(words("status")).toEqual(["", waiting]);
  pass(1000);
  expect(words("status")).toEqual(["Deploy build 42? Time left: 5 minutes.", waiting]);
  pass(3 * MINUTE + 59_000);
  expect(words("status")).toEqual(["Deploy build 42? Time left: 5 minutes.", waiting]);
  pass(1000);
  expect(words("status")).toEqual(["Deploy build 42? Time left: 1 minute.", waiting]);
  expect(words("alert")).toEqual([""]);
  pass(MINUTE);
  expect(words("alert")).toEqual([
    expect.stringMatching(/^Deploy build 42\? This question expired at .+ It can only be declined/),
  ]);
  expect(screen.queryByRole("timer")).toBeNull();
  expect(card("Deploy build 42?").getByText(/^This question expired/)).toBeDefined();
});

test("announces each of several deadlines that are close together", async () => {
  const { pass } = await setUp([
    asks(
      { ...deploy, expiresAt: at(6 * MINUTE) },
      { ...stay, expiresAt: at(7 * MINUTE) },
      {
        ...stay,
        id: "other",
        message: "How far?",
        expiresAt: at(7 * MINUTE),
      },
    ),
  ]);
  pass(MINUTE);
  expect(words("status")[0]).toBe("Deploy build 42? Time left: 5 minutes.");
  pass(MINUTE);
  expect(words("status")[0]).toBe("How long? Time left: 5 minutes. How far? Time left: 5 minutes.");
  pass(3 * MINUTE);
  expect(words("status")[0]).toBe("Deploy build 42? Time left: 1 minute.");
  pass(MINUTE);
  expect(words("alert")[0]).toMatch(/^Deploy build 42\? This question expired/);
  expect(words("status")[0]).toBe("How long? Time left: 1 minute. How far? Time left: 1 minute.");
  pass(MINUTE);
  expect(words("alert")[0]).toMatch(/^How long\? This question expired .+ How far\? This question expired/);
});

test("announces nothing of a deadline that has passed before, is near from the start, or is settled", async () => {
  const { thread, pass } = await setUp([
    asks(
      { ...deploy, expiresAt: at(-1) },
      { ...stay, expiresAt: at(2 * MINUTE) },
      { ...stay, id: "other", expiresAt: at(3 * MINUTE) },
    ),
  ]);
  const quiet = ["", "The agent is waiting for 3 answers"];
  expect(words("status")).toEqual(quiet);
  expect(words("alert")).toEqual([""]);
  act(() => {
    thread.approvals.decline("stay");
    thread.approvals.decline("other");
  });
  expect(screen.queryByRole("timer")).toBeNull();
  pass(4 * MINUTE);
  expect(words("status")).toEqual(["", "2 of 3 answered"]);
  expect(words("alert")).toEqual([""]);
});

test("holds deadlines against the agents' clock, and tells what is left beside an answer that is not sent", async () => {
  const { thread, pass } = await setUp([asks({ ...deploy, expiresAt: at(6 * MINUTE) })], {
    clockSkew: 2 * MINUTE,
  });
  expect(screen.getByRole("timer").textContent).toBe("Time left: 4 minutes.");
  act(() => {
    thread.approvals.answer("deploy", { approved: true });
  });
  act(() => button("Approve").click());
  expect(screen.getByText("Approved")).toBeDefined();
  expect(screen.getByRole("timer").textContent).toBe("Time left: 4 minutes.");
  pass(3 * MINUTE);
  expect(words("status")).toEqual([
    "Deploy build 42? Time left: 1 minute.",
    "All answered. Nothing has been sent yet",
  ]);
});
