import { expect, it } from "vitest";
import { expectOneThread, toInput, userTexts } from "./support/bodies.ts";
import { eventually } from "./support/eventually.ts";
import { setStage } from "./support/stage.ts";
import { pause } from "./support/stories.ts";

const stage = setStage();

it("refuses an approval without a build number, keeps the answer, and deploys with it", async () => {
  const demo = await stage.open("deploy");
  await pause(demo, "deploy");
  await demo.says("Deploying to production needs a human.");
  expect(await demo.requestCount()).toBe(1);

  await demo.button("Approve").click();
  await demo.panel.getByText("All answered. Nothing has been sent yet.").waitFor();
  expect(demo.posts()).toHaveLength(1);
  await demo.button("Send 1 answer").click();
  await demo.comesTo("failed");
  const reason = "The build number is missing. Which build should go out?";
  await demo.panel.getByRole("link", { name: `Build number: ${reason}` }).waitFor();
  expect(await demo.field("Build number").getAttribute("aria-invalid")).toBe("true");
  expect(await demo.requestCount()).toBe(2);

  const question = demo.panel.getByRole("article", { name: "Deploy build 42 to production?" });
  await question.getByText("Answered", { exact: true }).waitFor();
  expect(await demo.button("Approve").getAttribute("aria-pressed")).toBe("true");
  await demo.field("Build number").fill("42");
  await demo.panel.getByText("All answered.", { exact: true }).waitFor();
  await demo.comesTo("interrupted");
  await demo.button("Send 1 answer").click();
  await demo.says("Deployed build 42.");
  await demo.comesTo("success");
  await eventually(() => demo.panel.count()).toBe(0);
  await demo.decisions.getByText("Answered", { exact: true }).waitFor();
  expect(await demo.decisions.getByRole("listitem").count()).toBe(1);

  const posts = demo.posts();
  expect(posts).toHaveLength(3);
  expectOneThread(posts);
  expect(posts.map((post) => toInput(post).resume)).toEqual([
    undefined,
    [{ interruptId: "approve-deploy", status: "resolved", payload: {} }],
    [{ interruptId: "approve-deploy", status: "resolved", payload: { build: 42 } }],
  ]);
  expect(posts.map(userTexts)).toEqual([["Deploy build 42"], ["Deploy build 42"], ["Deploy build 42"]]);
  expect(await demo.requestCount()).toBe(3);
  expect(await demo.lastBody()).toBe(posts.at(-1)?.body);
});

it("sends the same answer again where nothing was changed", async () => {
  const demo = await stage.open("deploy");
  await pause(demo, "deploy");
  await demo.button("Approve").click();
  await demo.button("Send 1 answer").click();
  await demo.comesTo("failed");
  await demo.button("Send again").click();
  await eventually(() => demo.posts().length).toBe(3);
  await demo.comesTo("failed");
  await demo.panel.getByRole("link", { name: /The build number is missing/ }).waitFor();
  const posts = demo.posts();
  expectOneThread(posts);
  expect(toInput(posts[2] ?? { body: "" }).resume).toEqual(toInput(posts[1] ?? { body: "" }).resume);
});

it("leaves production alone when it is denied, which is no failure", async () => {
  const demo = await stage.open("deploy");
  await pause(demo, "deploy");
  await demo.button("Deny").click();
  await demo.panel.getByText("Denied", { exact: true }).waitFor();
  expect(demo.posts()).toHaveLength(1);
  await demo.button("Send 1 answer").click();
  await demo.says("Left production alone.");
  await demo.comesTo("success");
  await demo.decisions.getByText("Declined", { exact: true }).waitFor();

  const posts = demo.posts();
  expectOneThread(posts);
  expect(posts.map((post) => toInput(post).resume)).toEqual([
    undefined,
    [expect.objectContaining({ interruptId: "approve-deploy", status: "cancelled" })],
  ]);
  expect(posts.map(userTexts)).toEqual([["Deploy build 42"], ["Deploy build 42"]]);
});

it("starts over, without what the last thread left open", async () => {
  const demo = await stage.open("deploy");
  await pause(demo, "deploy");
  await demo.button("Start over").click();
  await eventually(() => demo.panel.count()).toBe(0);
  expect(await demo.requestCount()).toBe(0);
  await pause(demo, "deploy");
  const [, second] = demo.posts().map(toInput);
  expect(second?.messages).toHaveLength(1);
  expect(second?.resume).toBeUndefined();
});
