import {
  createAgentClient,
  httpTransport,
  type Interrupt,
  type RunAgentInput,
  type Transport,
  TransportError,
} from "@holdpoint/client";
import { defineAgent, interrupt, localTransport } from "@holdpoint/client/agent";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ReactElement, StrictMode, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { AgentProvider, ApprovalPanel, useAgentRun } from "../index.ts";

const deploy: Interrupt = {
  id: "deploy",
  reason: "tool_approval",
  message: "Deploy build 42?",
  responseSchema: { type: "object", properties: { build: { type: "integer", title: "Build" } } },
};
const region: Interrupt = {
  id: "region",
  reason: "region",
  message: "Where to?",
  responseSchema: {
    type: "object",
    properties: {
      region: { enum: ["Bonn", "Oslo", "Turin"], title: "Region" },
      sure: { type: "boolean", title: "Are you sure?" },
    },
    required: ["region", "sure"],
  },
};

afterEach(cleanup);

function App(): ReactElement {
  const run = useAgentRun({ threadId: "t1" });
  const [panels, setPanels] = useState(1);
  return (
    <>
      <button type="button" onClick={() => run.send("Go")}>
        Ask
      </button>
      <button type="button" onClick={() => run.submit()}>
        Send from outside
      </button>
      <button type="button" onClick={() => setPanels(panels + 1)}>
        One more panel
      </button>
      {Array.from({ length: panels }, (_, index) => `panel ${index}`).map((name) => (
        <ApprovalPanel key={name} run={run} />
      ))}
    </>
  );
}

async function setUp(...questions: readonly Interrupt[]) {
  let asks = true;
  const agent = localTransport(
    defineAgent(async (ctx) => (!ctx.isResume && asks ? interrupt(questions) : undefined)),
  );
  const wire: { carry: Transport } = { carry: agent };
  const client = createAgentClient({ transport: (input, options) => wire.carry(input, options) });
  const user = userEvent.setup();
  render(
    <StrictMode>
      <AgentProvider client={client}>
        <App />
      </AgentProvider>
    </StrictMode>,
  );
  await user.click(button("Ask"));
  await screen.findByRole("region");
  return {
    wire,
    agent,
    user,
    client,
    askNoMore: () => {
      asks = false;
    },
  };
}

const card = (name: string) => within(screen.getByRole("article", { name }));
const button = (name: string) => screen.getByRole("button", { name });
const panelGone = () => waitFor(() => expect(screen.queryByRole("region")).toBeNull());
const receipt = () => screen.queryByText("The agent received 1 answer.");

async function* breaks(fault: Error): AsyncGenerator<readonly unknown[]> {
  yield* [];
  throw fault;
}

async function* refuses(input: RunAgentInput): AsyncGenerator<readonly unknown[]> {
  yield [
    { type: "RUN_STARTED", threadId: input.threadId, runId: input.runId },
    { type: "RUN_ERROR", message: "No build." },
  ];
}

const sse = "text/event-stream";

const silent = async function* (): AsyncGenerator<readonly unknown[]> {
  yield* [];
};

test.each([
  [
    "the network is down",
    httpTransport({
      url: "http://agent.test/",
      fetch: () => Promise.reject(new TypeError("Failed to fetch")),
    }),
    "Nothing was sent. (The server could not be reached.) Your answers are safe.",
  ],
  [
    "the server refuses",
    () => breaks(new TransportError("The server answered with status 503.", { status: 503 })),
    "The agent did not answer. (The server answered with status 503.) Your answers are safe.",
  ],
  [
    "the answer is empty",
    silent,
    "The agent did not answer. (The stream ended without a terminal event.) Your answers are safe.",
  ],
  [
    "the answer begins and breaks off before the first event",
    () => breaks(new TransportError("It broke off.", { status: 200, contentType: sse, cause: new Error() })),
    "The agent did not answer. (It broke off.) Your answers are safe.",
  ],
  [
    "nobody knows how far the request came",
    () => breaks(new Error("Closed with code 4001.")),
    "The agent did not answer. (The connection to the agent failed: Closed with code 4001.) Your answers are safe.",
  ],
])("where %s, it says what is known", async (_, carry, words) => {
  const { wire, user } = await setUp(deploy);
  await user.click(button("Approve"));
  expect(screen.getByText("All answered. Nothing has been sent yet.")).toBeDefined();
  wire.carry = carry;
  await user.click(button("Send 1 answer"));
  await screen.findByText(words);
  expect(screen.getByText("All answered.")).toBeDefined();
});

test("a refusal opens the card that has buttons, and an edit does not claim that nothing was sent", async () => {
  const { wire, user } = await setUp(deploy, region);
  await user.click(card("Deploy build 42?").getByRole("button", { name: "Approve" }));
  await user.click(card("Where to?").getByRole("button", { name: "Decline" }));
  wire.carry = refuses;
  await user.click(button("Send 2 answers"));
  await screen.findByText("The agent did not accept the answers: No build.");
  expect(document.activeElement).toBe(screen.getByText("Please look at your answers again."));
  expect(card("Deploy build 42?").getByText("Answered")).toBeDefined();
  expect(button("Approve").getAttribute("aria-pressed")).toBe("true");
  expect(card("Where to?").getByText("Declined")).toBeDefined();

  await user.type(screen.getByRole("textbox", { name: "Build" }), "42");
  expect(screen.getByText("All answered.")).toBeDefined();
  expect(screen.getByText("The agent did not accept the answers: No build.")).toBeDefined();
  await user.click(button("Approve"));
  expect(card("Deploy build 42?").getByText("Approved, Build: 42")).toBeDefined();

  await user.click(button("Send 2 answers"));
  await screen.findByText("Please look at your answers again.");
  expect(screen.getByText("The agent did not accept the answers: No build.")).toBeDefined();
  expect(screen.getByRole("textbox", { name: "Build" })).toHaveProperty("value", "42");
});

test("two panels for one thread share no id, and each list of faults leads into its own", async () => {
  const { user } = await setUp(region, deploy);
  await user.click(button("One more panel"));
  expect(screen.getAllByRole("region")).toHaveLength(2);
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  await user.click(screen.getAllByRole("button", { name: "Send 2 answers" })[1] ?? document.body);
  const second = screen.getAllByRole("region")[1] ?? document.body;
  await user.click(within(second).getByRole("link", { name: /^Region: / }));
  expect(second.contains(document.activeElement)).toBe(true);
  expect(document.activeElement).toHaveProperty("type", "radio");
});

test("a card whose buttons were passed over says so, and the summary leads to the first of them", async () => {
  const { user } = await setUp(deploy);
  const approve = button("Approve");
  const words = () =>
    (approve.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent);
  expect(words()).toEqual(["Deploy build 42?"]);
  await user.click(button("Send 1 answer"));
  expect(words()).toEqual(["Deploy build 42?", "Choose an answer."]);
  await user.click(screen.getByRole("link", { name: "Deploy build 42? Choose an answer." }));
  expect(document.activeElement).toBe(approve);
  await user.click(approve);
  expect(screen.queryByText("Choose an answer.")).toBeNull();
});

test("marks what is missing and what has been answered, and punctuates once", async () => {
  const { user } = await setUp(region, deploy);
  await user.click(button("Send 2 answers"));
  const links = screen.getAllByRole("link").map((link) => link.textContent ?? "");
  expect(links[0]).toMatch(/^Region: /);
  expect(links[1]).toMatch(/^Are you sure\? /);
  for (const group of screen.getAllByRole("radiogroup")) {
    expect(group.getAttribute("aria-invalid")).toBe("true");
  }
  const answered = () => card("Where to?").queryByText("Answered");
  await user.click(screen.getByRole("radio", { name: "Oslo" }));
  expect(answered()).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Yes" }));
  expect(answered()).not.toBeNull();
  expect(document.querySelector("[aria-invalid]")).toBeNull();
  await user.click(card("Where to?").getByRole("button", { name: "Done" }));
  expect(card("Where to?").getByText("Region: Oslo, Are you sure? Yes")).toBeDefined();
});

test("keeps a focus that was in the panel where the panel stood, until it moves on", async () => {
  const { user } = await setUp(deploy);
  await user.click(button("Approve"));
  await user.click(button("Send 1 answer"));
  await panelGone();
  expect(receipt()).not.toBeNull();
  expect(document.activeElement).toBe(receipt());
  expect(receipt()?.closest("[aria-live], [role=status], [role=alert]")).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("The agent received 1 answer");
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(button("One more panel"));
  expect(receipt()).toBeNull();
});

test("the next run takes those words away", async () => {
  const { user, client, askNoMore } = await setUp(deploy);
  await user.click(button("Approve"));
  await user.click(button("Send 1 answer"));
  await panelGone();
  expect(receipt()).not.toBeNull();
  askNoMore();
  await act(() => client.thread("t1").run());
  expect(receipt()).toBeNull();
});

test("leaves a focus that is elsewhere alone, and draws nothing", async () => {
  const { user } = await setUp(deploy);
  await user.click(button("Approve"));
  await user.click(button("Send from outside"));
  await panelGone();
  expect(receipt()).toBeNull();
  expect(document.activeElement).toBe(button("Send from outside"));
  expect(screen.getByRole("status").textContent).toBe("The agent received 1 answer");
});
