import { createAgentClient, httpTransport, type ResumeEntry, type RunAgentInput } from "@holdpoint/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DemoServer, startDemoServer } from "./support/demo-server.ts";
import { askedIds, post, spokenText } from "./support/sse.ts";

let server: DemoServer;
let url = "";

beforeAll(async () => {
  server = await startDemoServer();
  url = `http://127.0.0.1:${server.port}/agent/planner`;
});
afterAll(() => server?.stop());

const payloads: Readonly<Record<string, unknown>> = {
  "approve-budget": { amount: 4200 },
  "confirm-date": { date: "2027-09-14", place: "Utrecht" },
};

const input = (run: number, resume?: ResumeEntry[]): RunAgentInput => ({
  threadId: "by-hand",
  runId: `run-${run}`,
  messages: [{ id: "m1", role: "user", content: "Plan the offsite" }],
  tools: [],
  context: [],
  state: {},
  forwardedProps: {},
  ...(resume && { resume }),
});

const answerTo = (interruptId: string): ResumeEntry => ({
  interruptId,
  status: "resolved",
  payload: payloads[interruptId],
});

it("one answer at a time never gets anywhere, however often it is tried", async () => {
  let asked = askedIds(await post(url, input(0)));
  expect(asked).toEqual(["approve-budget", "confirm-date"]);
  for (let run = 1; run <= 6; run += 1) {
    const [next = ""] = asked;
    const events = await post(url, input(run, [answerTo(next)]));
    expect(spokenText(events)).toBe("One answer is still missing.");
    asked = askedIds(events);
    expect(asked).toEqual([next === "approve-budget" ? "confirm-date" : "approve-budget"]);
  }
});

it("both answers in one request do", async () => {
  const events = await post(url, input(1, Object.keys(payloads).map(answerTo)));
  expect(spokenText(events)).toContain("Booked.");
  expect(askedIds(events)).toEqual([]);
});

it("the client refuses to send one of two answers, and sends both", async () => {
  let requests = 0;
  const client = createAgentClient({
    transport: httpTransport({ url }),
    environment: {
      fetch: (...call) => {
        requests += 1;
        return fetch(...call);
      },
    },
  });
  const thread = client.thread("one-at-a-time");
  const { approvals } = thread;
  expect(await thread.send("Plan the offsite")).toMatchObject({ status: "interrupted" });
  expect(requests).toBe(1);

  expect(approvals.answer("approve-budget", payloads["approve-budget"])).toEqual([]);
  await expect(approvals.submit()).rejects.toMatchObject({
    code: "uncovered",
    interruptIds: ["confirm-date"],
  });
  expect(requests).toBe(1);
  expect(approvals.get()).toMatchObject({ phase: "open", counts: { answered: 1, open: 1 } });

  expect(approvals.answer("confirm-date", payloads["confirm-date"])).toEqual([]);
  expect(await approvals.submit()).toMatchObject({ status: "success" });
  expect(requests).toBe(2);
  expect(thread.get().messages.at(-1)).toMatchObject({ role: "assistant", content: "Booked." });
  client.dispose();
});
