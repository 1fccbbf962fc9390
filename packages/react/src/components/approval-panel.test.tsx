import {
  createAgentClient,
  type Interrupt,
  type RunAgentInput,
  type Transport,
  TransportError,
} from "@holdpoint/client";
import { defineAgent, interrupt, localTransport } from "@holdpoint/client/agent";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ReactElement, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { AgentProvider, ApprovalPanel, type Messages, useAgentRun } from "../index.ts";

const deploy: Interrupt = { id: "deploy", reason: "tool_approval", message: "Deploy build 42?" };
const budget: Interrupt = {
  id: "budget",
  reason: "budget",
  message: "How much may it cost?",
  responseSchema: {
    type: "object",
    properties: {
      amount: {
        type: "integer",
        title: "Amount",
        description: "In whole euros",
        minimum: 1,
        maximum: 99,
      },
      note: { type: "string", title: "Note" },
    },
    required: ["amount"],
  },
};
const region: Interrupt = {
  id: "region",
  reason: "region",
  message: "Where to?",
  responseSchema: {
    type: "object",
    properties: { region: { enum: ["Bonn", "Oslo", "Turin"], title: "Region" } },
    required: ["region"],
  },
};

afterEach(cleanup);

function App({ messages }: { messages: Partial<Messages> | undefined }): ReactElement {
  const run = useAgentRun<{ step: number }>({ threadId: "t1" });
  return (
    <>
      <button type="button" onClick={() => run.send("Go")}>
        Ask
      </button>
      <ApprovalPanel run={run} {...(messages && { messages })} />
    </>
  );
}

/** A panel over an agent that stops on these questions once. */
function setUp(questions: readonly Interrupt[], options: { messages?: Partial<Messages> } = {}) {
  const inputs: RunAgentInput[] = [];
  const agent = localTransport(
    defineAgent(async (ctx) => {
      if (!ctx.isResume) return interrupt(questions);
      ctx.say("Done.");
      return undefined;
    }),
  );
  const wire: { carry: Transport } = { carry: agent };
  const client = createAgentClient({
    transport: (input, transportOptions) => {
      inputs.push(input);
      return wire.carry(input, transportOptions);
    },
  });
  const tree = (
    <StrictMode>
      <AgentProvider client={client}>
        <App messages={options.messages} />
      </AgentProvider>
    </StrictMode>
  );
  const user = userEvent.setup();
  return {
    inputs,
    wire,
    agent,
    user,
    client,
    ...render(tree),
    tree,
    async ask() {
      await user.click(screen.getByRole("button", { name: "Ask" }));
      return screen.findByRole("region", { name: "Your decision" });
    },
  };
}

const card = (name: string) => screen.getByRole("article", { name });
const button = (name: string) => screen.getByRole("button", { name });
const panelGone = () => waitFor(() => expect(screen.queryByRole("region")).toBeNull());

async function* broken(): AsyncGenerator<readonly unknown[]> {
  yield* [];
  throw new TransportError("The server could not be reached: ECONNREFUSED.");
}

test("asks every pending question in the agent's order and sends all answers in one request", async () => {
  const { inputs, user, ask } = setUp([deploy, budget, region]);
  expect(screen.queryByRole("region")).toBeNull();
  await ask();

  expect(screen.getByText("The agent is waiting for 3 answers.")).toBeDefined();
  expect(screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent)).toEqual([
    "Deploy build 42?",
    "How much may it cost?",
    "Where to?",
  ]);

  await user.click(within(card("Deploy build 42?")).getByRole("button", { name: "Approve" }));
  expect(screen.getByText("1 of 3 answered.")).toBeDefined();
  await user.type(screen.getByRole("textbox", { name: "Amount" }), "42");
  await user.click(screen.getByRole("radio", { name: "Oslo" }));
  expect(screen.getByText("All answered. Nothing has been sent yet.")).toBeDefined();
  expect(inputs).toHaveLength(1);

  await user.click(button("Send 3 answers"));
  await panelGone();
  expect(inputs).toHaveLength(2);
  expect(inputs[1]?.resume).toEqual([
    { interruptId: "deploy", status: "resolved", payload: { approved: true } },
    { interruptId: "budget", status: "resolved", payload: { amount: 42 } },
    { interruptId: "region", status: "resolved", payload: { region: "Oslo" } },
  ]);
  expect(screen.getByRole("status").textContent).toBe("The agent received 3 answers");
});

test("can be answered and sent with the keyboard alone", async () => {
  const { inputs, user, ask } = setUp([deploy, budget]);
  await ask();
  await user.tab();
  expect(document.activeElement).toBe(button("Approve"));
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(card("Deploy build 42?"));
  await user.tab();
  expect(document.activeElement).toBe(button("Change"));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Amount" }));
  await user.keyboard("7{Enter}");
  expect(inputs).toHaveLength(1);
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(button("Done"));
  await user.keyboard("{Enter}");
  expect(within(card("How much may it cost?")).getByText("Amount: 7")).toBeDefined();
  button("Send 2 answers").focus();
  await user.keyboard("{Enter}");
  await panelGone();
  expect(inputs[1]?.resume?.map((entry) => entry.payload)).toEqual([{ approved: true }, { amount: 7 }]);
});

test("says what is missing, leads to it, and keeps Send within reach", async () => {
  const { inputs, user, ask } = setUp([deploy, budget]);
  await ask();
  const send = button("Send 2 answers");
  expect(send.getAttribute("aria-disabled")).toBe("true");
  expect(send.getAttribute("aria-describedby")).toBe(screen.getByText("2 questions are still open").id);

  await user.click(send);
  expect(inputs).toHaveLength(1);
  const summary = screen.getByRole("group", { name: /2 things need your attention/ });
  expect(document.activeElement).toBe(summary);
  const links = within(summary).getAllByRole("link");
  expect(links).toHaveLength(2);

  const amount = screen.getByRole("textbox", { name: "Amount" });
  expect(amount.getAttribute("aria-invalid")).toBe("true");
  expect(amount.getAttribute("aria-required")).toBe("true");
  const described = amount.getAttribute("aria-describedby")?.split(" ") ?? [];
  const texts = described.map((id) => document.getElementById(id)?.textContent ?? "");
  expect(texts[0]).toBe("In whole euros");
  expect(texts[1]).toMatch(/./);

  const toAmount = within(summary).getByRole("link", { name: /^Amount: / });
  await user.click(toAmount);
  expect(document.activeElement).toBe(amount);
  await user.click(within(summary).getByRole("link", { name: /Deploy build 42/ }));
  expect(document.activeElement).toBe(button("Approve"));

  await user.type(amount, "5");
  expect(amount.getAttribute("aria-invalid")).toBeNull();
  expect(screen.getByText("1 question is still open")).toBeDefined();
});

test("keeps every answer when the send failed, and sends them at the second press", async () => {
  const { inputs, wire, agent, user, ask } = setUp([budget, deploy]);
  await ask();
  await user.type(screen.getByRole("textbox", { name: "Amount" }), "9");
  await user.click(within(card("Deploy build 42?")).getByRole("button", { name: "Deny" }));
  wire.carry = broken;
  await user.click(button("Send 2 answers"));

  const words = "Nothing was sent. (The server could not be reached.) Your answers are safe.";
  await screen.findByText(words);
  expect(screen.getByRole("textbox", { name: "Amount" })).toHaveProperty("value", "9");
  expect(within(card("Deploy build 42?")).getByText("Denied")).toBeDefined();

  wire.carry = agent;
  await user.click(button("Try again"));
  await panelGone();
  expect(inputs).toHaveLength(3);
  expect(inputs[2]?.resume).toEqual(inputs[1]?.resume);
  expect(inputs[2]?.resume?.map((entry) => entry.status)).toEqual(["resolved", "cancelled"]);
});

test("shows the agent's own words when it refuses, and lets the answers be changed", async () => {
  const { wire, user, ask } = setUp([deploy]);
  await ask();
  await user.click(button("Approve"));
  wire.carry = async function* (input) {
    yield [
      { type: "RUN_STARTED", threadId: input.threadId, runId: input.runId },
      { type: "RUN_ERROR", message: "Build 42 is gone." },
    ];
  };
  await user.click(button("Send 1 answer"));
  await screen.findByText("The agent did not accept the answers: Build 42 is gone.");
  expect(button("Send again")).toBeDefined();
  expect(button("Approve").getAttribute("aria-pressed")).toBe("true");
  await user.click(button("Deny"));
  expect(screen.getByText("Denied")).toBeDefined();
});

test("asks before it leaves answers of which nobody knows whether they arrived", async () => {
  const { inputs, wire, user, ask } = setUp([deploy]);
  await ask();
  await user.click(button("Approve"));
  wire.carry = async function* (input) {
    yield [{ type: "RUN_STARTED", threadId: input.threadId, runId: input.runId }];
  };
  await user.click(button("Send 1 answer"));
  await within(screen.getByRole("region")).findByText(/^We can't tell/);
  expect(button("Change")).toHaveProperty("disabled", true);
  await user.click(button("Leave it"));
  expect(document.activeElement).toBe(button("Keep it"));
  await user.click(button("Keep it"));
  expect(document.activeElement).toBe(button("Leave it"));
  await user.click(button("Leave it"));
  await user.click(button("Yes, leave it"));
  await panelGone();
  expect(inputs).toHaveLength(2);
});

test("offers Stop only until the agent's first event", async () => {
  const { wire, user, ask } = setUp([deploy]);
  await ask();
  await user.click(button("Approve"));
  let tell = (_: readonly unknown[]) => {};
  wire.carry = async function* (input, { signal }) {
    yield await new Promise<readonly unknown[]>((resolve) => {
      tell = resolve;
      signal.addEventListener("abort", () => resolve([]));
    });
    if (signal.aborted) return;
    yield await new Promise<readonly unknown[]>((resolve) => {
      tell = resolve;
    });
    void input;
  };
  await user.click(button("Send 1 answer"));
  expect(screen.getByText("Sending 1 answer...")).toBe(document.activeElement);
  await user.click(button("Stop"));
  await screen.findByText("All answered.");

  await user.click(button("Send 1 answer"));
  expect(button("Stop")).toBeDefined();
  tell([{ type: "RUN_STARTED", threadId: "t1", runId: "r2" }]);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Stop" })).toBeNull());
  expect(screen.getByText("Sending 1 answer...")).toBeDefined();
  tell([{ type: "RUN_FINISHED", threadId: "t1", runId: "r2" }]);
  await panelGone();
});

test("folds a card only when a button answered it, and Change opens it again", async () => {
  const { user, ask } = setUp([budget, region]);
  await ask();
  const done = () => within(card("How much may it cost?")).getByRole("button", { name: "Done" });
  const amount = screen.getByRole("textbox", { name: "Amount" });
  await user.type(amount, "4");
  expect(document.activeElement).toBe(amount);
  await user.click(done());
  expect(screen.queryByRole("textbox", { name: "Amount" })).toBeNull();
  await user.click(button("Change"));
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Amount" }));
  await user.keyboard("2");
  expect(screen.getByRole("textbox", { name: "Amount" })).toHaveProperty("value", "42");

  await user.clear(screen.getByRole("textbox", { name: "Amount" }));
  await user.click(done());
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Amount" }));
  expect(document.activeElement?.getAttribute("aria-invalid")).toBe("true");
});

test("declines one or all, and takes it back", async () => {
  const { inputs, user, ask } = setUp([deploy, region]);
  await ask();
  await user.click(within(card("Where to?")).getByRole("button", { name: "Decline" }));
  expect(within(card("Where to?")).getByText("Declined")).toBeDefined();
  await user.click(within(card("Where to?")).getByRole("button", { name: "Change" }));
  expect(within(card("Where to?")).getByRole("radio", { name: "Bonn" })).toBeDefined();
  await user.click(button("Decline all"));
  await user.click(button("Send 2 answers"));
  await panelGone();
  expect(inputs[1]?.resume?.map((entry) => entry.status)).toEqual(["cancelled", "cancelled"]);
});

test("appears without taking the focus, and is announced politely", async () => {
  const { user } = setUp([deploy, region]);
  const ask = button("Ask");
  await user.click(ask);
  await screen.findByRole("region", { name: "Your decision" });
  expect(document.activeElement).toBe(ask);
  const live = document.querySelector("[aria-live=polite]");
  await waitFor(() => expect(live?.textContent).toBe("The agent is waiting for 2 answers"));
});

test("a panel mounted later sees the pending questions and what was typed", async () => {
  const { user, ask, rerender, tree } = setUp([budget]);
  await ask();
  await user.type(screen.getByRole("textbox", { name: "Amount" }), "999");
  rerender(<p>Elsewhere</p>);
  expect(screen.queryByRole("region")).toBeNull();
  expect(document.querySelector("[aria-live]")).toBeNull();
  rerender(tree);
  expect(screen.getByRole("textbox", { name: "Amount" })).toHaveProperty("value", "999");
});

test("renders on a server", async () => {
  const { ask, tree } = setUp([deploy, budget]);
  await ask();
  // By this a server is known from a page that takes over what one has drawn.
  vi.stubGlobal("document", undefined);
  const html = renderToString(tree);
  vi.unstubAllGlobals();
  expect(html).toContain("Deploy build 42?");
  expect(html).toContain("The agent is waiting for 2 answers.");
});

test("never shows the bare reason code as the question", async () => {
  const { ask } = setUp([{ id: "x", reason: "policy_gate_7" }]);
  await ask();
  expect(card("The agent asks for a decision.")).toBeDefined();
  expect(screen.queryByText(/policy_gate_7/)).toBeNull();
});

test("takes any JSON where no schema says what an answer looks like", async () => {
  const { inputs, user, ask } = setUp([deploy]);
  await ask();
  await user.click(screen.getByText("Answer with JSON"));
  const box = screen.getByRole("textbox", { name: "Answer" });
  await user.type(box, "{{oops");
  await user.click(button("Use this answer"));
  expect(box.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Enter valid JSON: see line 1, column 2.")).toBeDefined();
  await user.clear(box);
  await user.type(box, '{{"build":42}');
  await user.click(button("Use this answer"));
  expect(screen.getByText("build: 42")).toBeDefined();
  await user.click(button("Send 1 answer"));
  await panelGone();
  expect(inputs[1]?.resume).toEqual([{ interruptId: "deploy", status: "resolved", payload: { build: 42 } }]);
});

test("an expired question can only be declined, and holds up none of the others", async () => {
  const { inputs, user, ask } = setUp([{ ...region, expiresAt: "2020-01-01T12:00:00Z" }, deploy]);
  await ask();
  const expired = within(card("Where to?"));
  expect(expired.getByText(/^This question expired at .+ It can only be declined/)).toBeDefined();
  expect(expired.queryByRole("radio")).toBeNull();
  await user.click(button("Approve"));
  await user.click(button("Send 2 answers"));
  expect(screen.getByRole("link", { name: /^Where to\? This question expired/ })).toBeDefined();
  await user.click(button("Decline this one"));
  await user.click(button("Send 2 answers"));
  await panelGone();
  expect(inputs[1]?.resume?.map((entry) => entry.status)).toEqual(["cancelled", "resolved"]);
});

test("what nobody approved is not approved by sending the others", async () => {
  const schema = { type: "object", properties: { comment: { type: "string", title: "Comment" } } };
  const { inputs, user, ask } = setUp([{ ...deploy, responseSchema: schema }]);
  await ask();
  await user.click(button("Send 1 answer"));
  expect(inputs).toHaveLength(1);
  expect(screen.getByRole("link", { name: "Deploy build 42? Choose an answer." })).toBeDefined();
});

test("says why a message cannot be sent while questions are open", async () => {
  const { inputs, user, ask } = setUp([deploy]);
  const panel = await ask();
  await user.click(button("Ask"));
  expect((await within(panel).findByRole("alert")).textContent).toBe(
    "Nothing was sent. Answer or decline the open questions first.",
  );
  expect(inputs).toHaveLength(1);
});

test("draws a control for each kind of field, and JSON for the rest", async () => {
  const names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"];
  const properties = {
    sure: { type: "boolean", title: "Sure" },
    night: { type: "boolean", title: "At night" },
    owner: { enum: names, title: "Owner" },
    mail: { type: "string", format: "email", title: "Mail" },
    tags: { type: "array", items: { type: "string" }, title: "Tags" },
    story: { type: "string", maxLength: 2000, title: "Story" },
  };
  const responseSchema = { type: "object", properties, required: ["sure", "owner", "tags"] };
  const { inputs, user, ask } = setUp([
    { id: "all", reason: "all", message: "All?", responseSchema },
    region,
  ]);
  await ask();
  const sure = screen.getByRole("radiogroup", { name: "Sure" });
  expect(sure.getAttribute("aria-required")).toBe("true");
  await user.click(within(sure).getByRole("radio", { name: "No" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Owner" }), "Finn");
  await user.type(screen.getByRole("textbox", { name: "Mail" }), "ada@example.org");
  expect(screen.getByRole("textbox", { name: "Mail" })).toHaveProperty("type", "email");
  expect(screen.getByRole("textbox", { name: "Story" }).tagName).toBe("TEXTAREA");
  await user.click(button("Add to Tags"));
  await user.keyboard("a");
  await user.click(screen.getByRole("checkbox", { name: "At night" }));
  await user.click(within(card("Where to?")).getByRole("button", { name: "Decline" }));
  await user.click(button("Done"));
  const line = "Sure: No, At night: Yes, Owner: Finn, Mail: ada@example.org, Tags (a)";
  expect(within(card("All?")).getByText(line)).toBeDefined();
  await user.click(button("Send 2 answers"));
  await panelGone();
  expect(inputs[1]?.resume?.[0]?.payload).toEqual({
    sure: false,
    night: true,
    owner: "Finn",
    mail: "ada@example.org",
    tags: ["a"],
  });
});

test("speaks the app's own words", async () => {
  const messages = { panelTitle: "Deine Entscheidung", approve: "Freigeben" };
  const { user } = setUp([deploy], { messages });
  await user.click(button("Ask"));
  await screen.findByRole("region", { name: "Deine Entscheidung" });
  expect(button("Freigeben")).toBeDefined();
  expect(button("Deny")).toBeDefined();
});
