import { expect, it } from "vitest";
import { expectOneThread, toInput } from "../../../browser/support/bodies.ts";
import { eventually } from "../../../browser/support/eventually.ts";
import { type Opened, setStage } from "../../../browser/support/stage.ts";
import { answerOffsite, pause } from "../../../browser/support/stories.ts";
import { departures } from "../support/departures.ts";
import { type RustServer, startRustServer } from "../support/rust-server.ts";

let rust: RustServer;
// The demo as it is built, with its agents in Rust, on the same paths of one origin, as an app would serve them.
const stage = setStage(async (port) => {
  rust = await startRustServer(port);
  return rust;
});

/** One thread throughout, and what each of its requests has answered. */
function resumes(demo: Opened): unknown[] {
  const posts = demo.posts();
  expectOneThread(posts);
  return posts.map((post) => toInput(post).resume);
}

it("an answer that the agent rejects is kept, corrected and sent again", async () => {
  const demo = await stage.open("deploy");
  await pause(demo, "deploy");
  await demo.says("Deploying to production needs a human.");
  await demo.field("Build").fill("forty-two");
  await demo.button("Approve").click();
  await demo.button("Send 1 answer").click();
  await demo.comesTo("failed");
  await demo.panel
    .getByText(/the approval carried no build number/)
    .first()
    .waitFor();
  expect(await demo.field("Build").inputValue()).toBe("forty-two");

  await demo.field("Build").fill("42");
  await demo.button("Send 1 answer").click();
  await demo.says("Deployed build 42.");
  await demo.comesTo("success");
  await eventually(() => demo.panel.count()).toBe(0);
  expect(resumes(demo)).toEqual([
    undefined,
    [{ interruptId: "approve-deploy", status: "resolved", payload: { build: "forty-two" } }],
    [{ interruptId: "approve-deploy", status: "resolved", payload: { build: 42 } }],
  ]);
});

it("Deny takes the agent's other branch, which is a success", async () => {
  const demo = await stage.open("deploy");
  await pause(demo, "deploy");
  await demo.button("Deny").click();
  await demo.button("Send 1 answer").click();
  await demo.says("Left production alone.");
  await demo.comesTo("success");
  expect(resumes(demo)).toEqual([
    undefined,
    [expect.objectContaining({ interruptId: "approve-deploy", status: "cancelled" })],
  ]);
});

it("two questions are two forms and one submit, and the offsite is booked", async () => {
  const demo = await stage.open("offsite");
  await pause(demo, "offsite");
  expect(await demo.panel.getByRole("article").count()).toBe(2);
  await demo.field("Budget (EUR)").fill("4200");
  await demo.button("Send 2 answers").click({ force: true });
  await demo.faults.waitFor();
  expect(demo.posts()).toHaveLength(1);

  await answerOffsite(demo);
  await demo.button("Send 2 answers").click();
  await demo.says("Booked.");
  await demo.comesTo("success");
  expect(resumes(demo)).toEqual([
    undefined,
    [
      { interruptId: "approve-budget", status: "resolved", payload: { amount: 4200 } },
      { interruptId: "confirm-date", status: "resolved", payload: { date: "2027-09-14", place: "Utrecht" } },
    ],
  ]);
});

it("answers outlive the server: killed and started again in between, it books", async () => {
  const demo = await stage.open("offsite");
  await pause(demo, "offsite");
  await answerOffsite(demo);
  await stage.restartServer();
  await demo.button("Send 2 answers").click();
  await demo.says("Booked.");
  await demo.comesTo("success");
  expect(demo.posts()).toHaveLength(2);
});

it("No leaves the board of an agent that reads the status alone, and Yes clears it", async () => {
  const demo = await stage.open("board");
  const tasks = (): Promise<number> => demo.board.getByRole("listitem").count();
  await pause(demo, "board");
  await eventually(tasks).toBe(3);
  await demo.radio("No").check();
  await demo.button("Send 1 answer").click();
  await demo.says("Left the board alone.");
  await demo.comesTo("success");
  expect(await tasks()).toBe(3);

  await pause(demo, "board");
  await demo.radio("Yes").check();
  await demo.button("Send 1 answer").click();
  await demo.says("Cleared the board.");
  await eventually(tasks).toBe(0);
  expect(resumes(demo)).toEqual([
    undefined,
    [{ interruptId: "confirm-clear", status: "cancelled", payload: { confirm: false } }],
    undefined,
    [{ interruptId: "confirm-clear", status: "resolved", payload: { confirm: true } }],
  ]);
});

/** Writes in the page's own field. */
async function write(demo: Opened, text: string): Promise<void> {
  await demo.field("Message to the agent").fill(text);
  await demo.page.keyboard.press("Enter");
}

it.each([
  ["failed", "Prepare the release", /at least one interrupt/],
  ["rejected", "Prepare the release, on the wire", /cannot be read/],
])(
  "a pause without a question ends as %s, asks nothing, and the next message goes out",
  async (status, text, why) => {
    const demo = await stage.open("release");
    await write(demo, text);
    await demo.comesTo(status);
    await demo.page.locator(".hp-status").getByText(why).waitFor();
    await demo.says("I have a question, and I forgot it.");
    expect(await demo.panel.count()).toBe(0);
    await write(demo, "Hello");
    await demo.says("Hello to you.");
    await demo.comesTo("success");
  },
);

it("Stop reaches the agent, and so does a page that is closed", async () => {
  const left = (): Promise<boolean[]> => departures(rust.origin, "forms");
  const demo = await stage.open("forms");
  await write(demo, "Take your time");
  await demo.says("Working on it.");
  expect(await left()).toEqual([]);
  await demo.button("Stop").click();
  await demo.comesTo("stopped");
  await eventually(left).toEqual([true]);

  await write(demo, "Take your time again");
  await eventually(() => demo.messages.getByText("Working on it.", { exact: true }).count()).toBe(2);
  await demo.page.close();
  await eventually(left).toEqual([true, true]);
});
