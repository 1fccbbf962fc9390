import { expect, it } from "vitest";
import { expectOneThread, toInput, userTexts } from "./support/bodies.ts";
import { eventually } from "./support/eventually.ts";
import { type Opened, setStage } from "./support/stage.ts";
import { pause } from "./support/stories.ts";

const stage = setStage();
const asked = ["Clear the board"];

const tasks = (demo: Opened): Promise<number> => demo.board.getByRole("listitem").count();

async function openPaused(): Promise<Opened> {
  const demo = await stage.open("board");
  await pause(demo, "board");
  await demo.panel.getByRole("heading", { name: "Clear all 4 tasks from the board?" }).waitFor();
  expect(await tasks(demo)).toBe(4);
  return demo;
}

/** One request with this single entry went out, and the state came along. */
function expectSent(demo: Opened, entry: object): void {
  const posts = demo.posts();
  expect(posts).toHaveLength(2);
  expectOneThread(posts);
  const [first, second] = posts.map(toInput);
  expect(first?.resume).toBeUndefined();
  expect(second?.resume).toEqual([entry]);
  expect(second?.state).toEqual({ tasks: expect.any(Array) });
  expect(posts.map(userTexts)).toEqual([asked, asked]);
}

it("sends No as cancelled with its payload, and the board is left alone", async () => {
  const demo = await openPaused();
  await demo.radio("No").check();
  await demo.button("Send 1 answer").click();
  await demo.says("Left the board alone.");
  await demo.comesTo("success");
  expect(await tasks(demo)).toBe(4);
  expectSent(demo, { interruptId: "confirm-clear", status: "cancelled", payload: { confirm: false } });
});

it("sends Decline as cancelled, and the board is left alone", async () => {
  const demo = await openPaused();
  await demo.button("Decline").click();
  await demo.panel.getByText("Declined", { exact: true }).waitFor();
  await demo.button("Send 1 answer").click();
  await demo.says("Left the board alone.");
  await demo.comesTo("success");
  expect(await tasks(demo)).toBe(4);
  expectSent(demo, { interruptId: "confirm-clear", status: "cancelled" });
  await demo.decisions.getByText("Declined", { exact: true }).waitFor();
});

it("clears the board on Yes, and puts the tasks back when asked to", async () => {
  const demo = await openPaused();
  await demo.radio("Yes").check();
  await demo.button("Send 1 answer").click();
  await demo.says("Cleared the board.");
  await demo.comesTo("success");
  await demo.board.getByText("No tasks.").waitFor();
  expect(await tasks(demo)).toBe(0);
  expectSent(demo, { interruptId: "confirm-clear", status: "resolved", payload: { confirm: true } });

  await demo.button("Reset the tasks").click();
  await demo.says("Put the tasks back.");
  await eventually(() => tasks(demo)).toBe(4);
  expectOneThread(demo.posts());
  expect(demo.posts().map(userTexts).at(-1)).toEqual(["Clear the board", "Reset the tasks"]);
});

it("keeps each story's own thread while the other is looked at", async () => {
  const demo = await openPaused();
  const stories = demo.page.getByRole("navigation", { name: "Stories" });
  await stories.getByRole("link", { name: "Deploy" }).click();
  await demo.page.getByRole("heading", { name: "Deploy", level: 1 }).waitFor();
  expect(await demo.requestCount()).toBe(0);
  await stories.getByRole("link", { name: "Task board" }).click();
  await demo.panel.waitFor();
  expect(await demo.requestCount()).toBe(1);
  await demo.radio("Yes").check();
  await demo.button("Send 1 answer").click();
  await demo.says("Cleared the board.");
});
