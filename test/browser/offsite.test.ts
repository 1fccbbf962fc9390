import { expect, it } from "vitest";
import { expectOneThread, toInput, userTexts } from "./support/bodies.ts";
import { eventually } from "./support/eventually.ts";
import { focusComesTo, isFocused, walkTo } from "./support/keyboard.ts";
import { type Opened, setStage } from "./support/stage.ts";
import { answerOffsite, pause } from "./support/stories.ts";

const stage = setStage();

/** Both answers went out together, in the one request after the pause. */
function expectTwoPosts(demo: Opened): void {
  const posts = demo.posts();
  expect(posts).toHaveLength(2);
  expectOneThread(posts);
  const [first, second] = posts.map(toInput);
  expect(first?.resume).toBeUndefined();
  expect(second?.resume).toEqual([
    { interruptId: "approve-budget", status: "resolved", payload: { amount: 4200 } },
    { interruptId: "confirm-date", status: "resolved", payload: { date: "2027-09-14", place: "Utrecht" } },
  ]);
  expect(posts.map(userTexts)).toEqual([["Plan the offsite"], ["Plan the offsite"]]);
}

it("sends both answers in one request, and the offsite is booked", async () => {
  const demo = await stage.open("offsite");
  await pause(demo, "offsite");
  expect(await demo.panel.getByRole("article").count()).toBe(2);
  await answerOffsite(demo);
  expect(await demo.requestCount()).toBe(1);
  await demo.button("Send 2 answers").click();
  await demo.says("Found rooms in Utrecht on 2027-09-14 within 4200 EUR.");
  await demo.says("Booked.");
  await demo.comesTo("success");
  expect(await demo.requestCount()).toBe(2);
  expectTwoPosts(demo);
  expect(await demo.lastBody()).toBe(demo.posts()[1]?.body);
  await eventually(() => demo.decisions.getByRole("listitem").count()).toBe(2);
});

it("sends nothing while a question is open, and leads to what is missing", async () => {
  const demo = await stage.open("offsite");
  await pause(demo, "offsite");
  await demo.field("Budget (EUR)").fill("4200");
  const send = demo.button("Send 2 answers");
  expect(await send.getAttribute("aria-disabled")).toBe("true");
  await demo.panel.getByText("1 question is still open").waitFor();
  await send.click({ force: true });

  await focusComesTo(demo.faults);
  const links = demo.faults.getByRole("link");
  expect(await links.allTextContents()).toEqual([
    expect.stringMatching(/^Date: /),
    expect.stringMatching(/^Place: /),
  ]);
  await links.first().click();
  await focusComesTo(demo.field("Date"));
  expect(await demo.field("Date").getAttribute("aria-invalid")).toBe("true");
  expect(await demo.requestCount()).toBe(1);
  expect(demo.posts()).toHaveLength(1);
  expect(await demo.field("Budget (EUR)").inputValue()).toBe("4200");

  await demo.field("Date").fill("2027-09-14");
  await demo.radio("Utrecht").check();
  await demo.button("Send 2 answers").click();
  await demo.says("Booked.");
  expectTwoPosts(demo);
});

it("is declined as a whole, and nothing is booked", async () => {
  const demo = await stage.open("offsite");
  await pause(demo, "offsite");
  await demo.button("Decline all").click();
  await demo.button("Send 2 answers").click();
  await demo.says("Nothing was booked.");
  await demo.comesTo("success");
  expect(demo.posts().map((post) => toInput(post).resume)).toEqual([
    undefined,
    [
      { interruptId: "approve-budget", status: "cancelled" },
      { interruptId: "confirm-date", status: "cancelled" },
    ],
  ]);
});

it("is played from the keyboard alone", async () => {
  const demo = await stage.open("deploy");
  const { page } = demo;
  const { keyboard } = page;
  await walkTo(page, page.getByRole("link", { name: "Offsite" }));
  await keyboard.press("Enter");
  const start = demo.button("Plan the offsite");
  await walkTo(page, start);
  await keyboard.press("Enter");
  await demo.comesTo("interrupted");
  await demo.panel.waitFor();
  // A pause takes the focus from nobody.
  expect(await isFocused(start)).toBe(true);

  const budget = demo.field("Budget (EUR)");
  await walkTo(page, budget, "Shift+Tab");
  await keyboard.type("4200");
  await walkTo(page, demo.field("Date"));
  await keyboard.type("09142027");
  await eventually(() => demo.field("Date").inputValue()).toBe("2027-09-14");
  await walkTo(page, demo.radio("Lisbon"));
  await keyboard.press("Space");
  await eventually(() => demo.radio("Lisbon").isChecked()).toBe(true);
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await eventually(() => demo.radio("Utrecht").isChecked()).toBe(true);

  // Enter in a field answers nothing and sends nothing.
  await walkTo(page, budget, "Shift+Tab");
  await keyboard.press("Enter");
  expect(await demo.requestCount()).toBe(1);
  await walkTo(page, demo.button("Send 2 answers"));
  await keyboard.press("Enter");
  await demo.says("Booked.");
  await demo.comesTo("success");
  // The panel is gone, and the focus is where it stood.
  await focusComesTo(page.getByText("The agent received 2 answers.", { exact: true }));
  expectTwoPosts(demo);
});
