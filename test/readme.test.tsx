// @vitest-environment jsdom

import { join } from "node:path";
import { createAgentClient } from "@holdpoint/client";
import { defineAgent, interrupt, localTransport, success, toFetchHandler } from "@holdpoint/client/agent";
import { AgentProvider } from "@holdpoint/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createElement, type FunctionComponent } from "react";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { codeIn, exampleApp, sectionOf } from "./support/example-app.ts";

const blocks = codeIn(sectionOf("README.md"));
const [
  app = "",
  headless,
  plain,
  tools,
  kept,
  server,
  typed,
  rules,
  inbox,
  query,
  instead,
  agent = "",
  bridged,
  abstract,
] = blocks;

const client = `import { createAgentClient, describeInterrupt, httpTransport } from "@holdpoint/client";
const client = createAgentClient({ transport: httpTransport({ url: "/agent" }) });
`;
const files = {
  "app.tsx": app,
  "headless.tsx": headless ?? "",
  "plain.ts": `${client}${plain}`,
  "tools.ts": tools ?? "",
  "kept.ts": kept ?? "",
  "server.ts": server ?? "",
  "typed.ts": typed ?? "",
  "rules.ts": rules ?? "",
  "inbox.tsx": inbox ?? "",
  "query.tsx": query ?? "",
  "instead.ts": `${client}const thread = client.thread("deploy");\n${instead}`,
  "agent.ts": agent,
  "bridged.ts": bridged ?? "",
  "abstract.ts": abstract ?? "",
  // The same agent without its port.
  "deployer.ts": agent.replace(/^createServer.*$/m, "export { deployer };"),
};
const { folder, write, compile } = exampleApp("readme-app", files, {
  packages: ["client", "react"],
  types: ["node"],
});

const asking = defineAgent(async (ctx) => {
  const answers = ["budget", "date"].map((id) => ctx.resumeFor(id));
  if (answers.every((answer) => answer?.status === "resolved")) {
    ctx.say(`Booked: ${JSON.stringify(answers.map((answer) => answer?.payload))}`);
    return success();
  }
  const text = { type: "object", properties: { value: { type: "string" } }, required: ["value"] };
  return interrupt([
    { id: "budget", reason: "input", message: "Which budget?", responseSchema: text },
    { id: "date", reason: "input", message: "Which date?", responseSchema: text },
  ]);
});

describe("the README", () => {
  const bodies: string[] = [];

  beforeAll(() => {
    write();
    const handle = toFetchHandler(asking);
    // jsdom's signals are not those of Node's Request, so the signal stays behind.
    vi.stubGlobal("fetch", (url: string, { signal: _, ...init }: RequestInit) => {
      bodies.push(String(init.body));
      return handle(new Request(new URL(url, "http://localhost"), init));
    });
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });
  afterAll(() => vi.unstubAllGlobals());

  it("has the pieces of code that are tested here, the first of at most twenty lines that say something", () => {
    expect(blocks).toHaveLength(14);
    const lines = app.split("\n").filter((line) => /\w/.test(line));
    expect(lines.length).toBeLessThanOrEqual(20);
  });

  it("compiles under an app's tsconfig, against the built packages", () => {
    expect(compile()).toBe("");
  });

  it("runs: two questions, two forms, one request with both answers", async () => {
    const { App } = await import(/* @vite-ignore */ join(folder, "app.tsx"));
    render(createElement(asComponent(App)));
    fireEvent.click(screen.getByRole("button", { name: "Deploy" }));
    const fields = await screen.findAllByRole("textbox", { name: "Value" });
    expect(fields).toHaveLength(2);
    for (const [index, field] of fields.entries())
      fireEvent.change(field, { target: { value: `v${index}` } });
    fireEvent.click(screen.getByRole("button", { name: "Send 2 answers" }));
    await screen.findByText('Booked: [{"value":"v0"},{"value":"v1"}]');
    expect(bodies).toHaveLength(2);
    expect(JSON.parse(bodies[1] ?? "").resume).toHaveLength(2);
  });

  it("draws yes, no and choices without our components too", async () => {
    const { Questions } = await import(/* @vite-ignore */ join(folder, "headless.tsx"));
    const properties = {
      sure: { type: "boolean" },
      city: { enum: ["Bonn", "Oslo"] },
      seats: { type: "integer" },
      guest: { type: "object", properties: { mail: { type: "string" } }, required: ["mail"] },
    };
    const required = Object.keys(properties);
    const agent = defineAgent(async (ctx) => {
      if (!ctx.isResume) {
        const responseSchema = { type: "object", properties, required };
        const metadata = { question: "Which trip?" };
        return interrupt([{ id: "trip", reason: "input", metadata, responseSchema }]);
      }
      ctx.say(JSON.stringify(ctx.resume[0]?.payload));
      return success();
    });
    const client = createAgentClient({ transport: localTransport(agent) });
    const thread = client.thread("deploy");
    await thread.run();
    render(createElement(AgentProvider, { client }, createElement(asComponent(Questions))));
    expect(screen.getByRole("group", { name: "Which trip?" })).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Send 1 answer" }));
    const mail = screen.getByRole("textbox", { name: "Mail" });
    expect(mail.closest("div")?.textContent).toBe("Mail This is required.");
    fireEvent.change(mail, { target: { value: "ann@example.org" } });
    fireEvent.change(screen.getByRole("combobox", { name: "Sure" }), { target: { value: "false" } });
    fireEvent.change(screen.getByRole("combobox", { name: "City" }), { target: { value: "1" } });
    fireEvent.change(screen.getByRole("textbox", { name: "Seats" }), { target: { value: "4" } });
    expect(screen.getByRole("combobox", { name: "Sure" })).toHaveProperty("value", "false");
    fireEvent.click(screen.getByRole("button", { name: "Send 1 answer" }));
    await waitFor(() => expect(thread.get().status).toBe("success"));
    expect(thread.get().messages.at(-1)?.content).toBe(
      '{"sure":false,"city":"Oslo","seats":4,"guest":{"mail":"ann@example.org"}}',
    );
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("has a typed question that both sides judge by one schema", async () => {
    const { spender } = await import(/* @vite-ignore */ join(folder, "typed.ts"));
    const thread = createAgentClient({ transport: localTransport(spender) }).thread("t1");
    await thread.send("Go");
    expect(thread.approvals.get().items).toMatchObject([{ interrupt: { message: "How much may it cost?" } }]);
    expect(thread.approvals.answer("budget", { amount: 100 })).toMatchObject([{ path: ["amount"] }]);
    expect(thread.approvals.answer("budget", { amount: 42 })).toEqual([]);
    expect(await thread.approvals.submit()).toMatchObject({ status: "success" });
    expect(thread.get().messages.at(-1)?.content).toBe("Up to 42.");
  });

  it("lists what waits, with the time left", async () => {
    const { Inbox } = await import(/* @vite-ignore */ join(folder, "inbox.tsx"));
    const expiresAt = new Date(Date.now() + 119_000).toISOString();
    const agent = defineAgent(async () => interrupt([{ id: "a", reason: "input", expiresAt }]));
    const client = createAgentClient({ transport: localTransport(agent) });
    await client.thread("trip").send("Go");
    render(createElement(AgentProvider, { client }, createElement(asComponent(Inbox))));
    const entry = screen.getByRole("listitem");
    await waitFor(() => expect(entry.textContent).toBe("trip, 1 open, 2 minutes left"));
  });

  it("has a thread of a server, whose questions are answered by mutations", async () => {
    const { StoredThread } = await import(/* @vite-ignore */ join(folder, "query.tsx"));
    const record = {
      version: 1,
      threadId: "trip",
      messages: [{ id: "u1", role: "user", content: "Book a trip" }],
      runId: "r1",
      interrupts: [{ id: "budget", reason: "tool_approval", message: "Within the budget?" }],
    };
    const agent = defineAgent(async (ctx) => {
      ctx.say(`Heard ${ctx.input.messages.length}, ${ctx.resume[0]?.status ?? "no answer"}.`);
      return success();
    });
    const { fetch: toAgent } = globalThis;
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      asked.push(url);
      return Response.json(record);
    });
    try {
      const client = createAgentClient({ transport: localTransport(agent) });
      const thread = createElement(
        AgentProvider,
        { client },
        createElement(asComponent(StoredThread, { threadId: "trip" })),
      );
      render(createElement(QueryClientProvider, { client: new QueryClient() }, thread));
      fireEvent.click(await screen.findByRole("button", { name: "Approve" }));
      fireEvent.click(screen.getByRole("button", { name: "Send 1 answer" }));
      await screen.findByText("Heard 1, resolved.");
      await waitFor(() =>
        expect(screen.getByRole("button", { name: "Deploy" })).toHaveProperty("disabled", false),
      );
      fireEvent.click(screen.getByRole("button", { name: "Deploy" }));
      await screen.findByText("Heard 3, no answer.");
      expect(asked).toEqual(["/threads/trip"]);
    } finally {
      vi.stubGlobal("fetch", toAgent);
    }
  });

  it.each([
    ["approves", { payload: { approved: true } }, "Deployed."],
    ["declines", { decline: true }, "Not deployed."],
  ] as const)("has an agent that ends when the person %s", async (_, answer, words) => {
    const { deployer } = await import(/* @vite-ignore */ join(folder, "deployer.ts"));
    const thread = createAgentClient({ transport: localTransport(deployer) }).thread("t1");
    await thread.send("Deploy build 42");
    thread.approvals.answerAll(() => answer);
    expect(await thread.approvals.submit()).toMatchObject({ status: "success" });
    expect(thread.get().messages.at(-1)?.content).toBe(words);
  });

  it("has an HttpAgent with middleware under a thread", async () => {
    const debug = vi.spyOn(console, "debug").mockImplementation(() => {});
    const { bridgedClient } = await import(/* @vite-ignore */ join(folder, "bridged.ts"));
    const thread = bridgedClient.thread("t1");
    expect(await thread.send("Go")).toMatchObject({ status: "interrupted" });
    thread.approvals.answerAll(() => ({ payload: { value: "v" } }));
    expect(await thread.approvals.submit()).toMatchObject({ status: "success" });
    expect(thread.get().messages.at(-1)?.content).toBe('Booked: [{"value":"v"},{"value":"v"}]');
    expect(debug.mock.calls.flat().filter((type) => type === "RUN_FINISHED")).toHaveLength(2);
  });

  it("has an agent that the official client runs, and resumes", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { abstractAgent, approveAll } = await import(/* @vite-ignore */ join(folder, "abstract.ts"));
    expect(await approveAll()).toBe("Deployed.");
    expect(abstractAgent.pendingInterrupts).toEqual([]);
  });
});

function asComponent(value: unknown, props?: object): FunctionComponent {
  if (typeof value !== "function") throw new Error("The README exports no App.");
  return () => value(props);
}
