/** Forms in a page whose policy allows no inline code, no eval and no HTML from strings. */
import { describe, expect, it } from "vitest";
import { fieldCase } from "../field-cases/support/field-case.ts";
import { ask } from "../forms/support/ask.ts";
import { corpus } from "../forms/support/corpus.ts";
import { enter } from "../forms/support/enter.ts";
import { axeFaults } from "./support/axe.ts";
import { toInput } from "./support/bodies.ts";
import { eventually } from "./support/eventually.ts";
import { walkTo } from "./support/keyboard.ts";
import { type Opened, setStage } from "./support/stage.ts";
import { answerTrip, pause } from "./support/stories.ts";
import { toTarget, typeAnswer } from "./support/type-answer.ts";

const stage = setStage();
const SEND = "Send 1 answer";

const lastResume = (demo: Opened): unknown => {
  const post = demo.posts().at(-1);
  return post && toInput(post).resume?.[0];
};

/** A value with its moments as such: the same one may be written with one offset or another. */
function inUtc(value: unknown): unknown {
  const text = JSON.stringify(value, (_, part: unknown) =>
    typeof part === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(part)
      ? new Date(part).toISOString()
      : part,
  );
  return JSON.parse(text);
}

/** Has the agent ask with a schema, as a person who pastes it into the message. */
async function askWith(demo: Opened, schema: unknown): Promise<void> {
  await demo.field("Message to the agent").fill(JSON.stringify(schema));
  await demo.page.keyboard.press("Enter");
  await demo.comesTo("interrupted");
  await demo.panel.waitFor();
}

it("books a trip through a list, a choice of ways, several choices, a map and what a field brings", async () => {
  const demo = await stage.open("forms", { timezoneId: "Europe/Berlin" });
  await pause(demo, "forms");
  await answerTrip(demo);
  await demo.button(SEND).click();
  await demo.comesTo("success");
  expect(lastResume(demo)).toEqual({
    interruptId: "form",
    status: "resolved",
    payload: {
      // The clocks in Berlin went forward that night.
      leaves: "2027-03-28T09:30:00+02:00",
      zone: "Europe/Lisbon",
      travellers: [{ name: "Ann" }],
      transport: { by: "car", licence: "AB-1234" },
      meals: ["Dinner", "Breakfast"],
      budget: 1200.5,
      invoice: true,
      company: "Holdpoint",
      labels: { "cost centre": "42" },
    },
  });
});

it("presses what is pressed, though a fault shows above it as the focus leaves a field", async () => {
  const demo = await stage.open("forms");
  await pause(demo, "forms");
  const add = demo.button("Add to Travellers");
  for (let press = 0; press < 3; press++) {
    const box = await add.boundingBox();
    // Where it was when the finger went down.
    await demo.page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 8);
    await demo.page.mouse.down();
    await demo.page.mouse.up();
    await eventually(() => demo.page.getByLabel("Name", { exact: true }).count()).toBe(press + 1);
  }
  await demo.panel.getByText("This is required.", { exact: true }).first().waitFor();
});

it("keeps what was typed when another way is chosen, the network is lost, and the page is loaded again", async () => {
  const demo = await stage.open("forms");
  await pause(demo, "forms");
  await answerTrip(demo);
  await demo.radio("Train").check();
  await demo.radio("Rented car").check();
  await eventually(() => demo.field("Licence number").inputValue()).toBe("AB-1234");
  await demo.page.reload();
  await demo.panel.waitFor();
  await demo.panel.getByRole("button", { name: "Change" }).click();
  await eventually(() => demo.field("Licence number").inputValue()).toBe("AB-1234");
  await eventually(() => demo.field("cost centre").inputValue()).toBe("42");
});

it("sends the arguments of a call as they were changed, whole", async () => {
  const demo = await stage.open("forms");
  await demo.button("Send the mail").click();
  await demo.comesTo("interrupted");
  await eventually(() => demo.field("Subject").inputValue()).toBe("The offsite");
  await demo.field("Subject").fill("The offsite, again");
  await demo.radio("Yes").check();
  await demo.button(SEND).click();
  await demo.comesTo("success");
  expect(lastResume(demo)).toMatchObject({
    payload: {
      approved: true,
      editedArgs: { to: "ann@example.com", subject: "The offsite, again", body: "See you in Utrecht." },
    },
  });
});

fieldCase<
  { schema: unknown; answers: readonly { entered: { a: string } }[] },
  { payloads: readonly unknown[] }
>("64-csp-without-eval", async ({ schema, answers }, { payloads }) => {
  // A page that breaks its policy, or wants text to be code, fails its test.
  const demo = await stage.open("forms");
  await askWith(demo, schema);
  await demo.field("A").fill(String(answers[0]?.entered.a));
  await demo.button(SEND).click();
  await demo.comesTo("success");
  expect(lastResume(demo)).toMatchObject({ payload: payloads[0] });
});

it("finds one of ten thousand options, and stays quick", async () => {
  const demo = await stage.open("forms", { storage: "memory" });
  const codes = Array.from({ length: 10_000 }, (_, at) => `code-${at}`);
  await askWith(demo, { enum: codes });
  const field = demo.panel.getByRole("combobox");
  const start = Date.now();
  await field.pressSequentially("code-9876");
  expect(Date.now() - start).toBeLessThan(5000);
  expect(await demo.panel.locator("option").count()).toBeLessThanOrEqual(50);
  await demo.button(SEND).click();
  await demo.comesTo("success");
  expect(lastResume(demo)).toMatchObject({ payload: "code-9876" });
});

describe.each(corpus)("the schema $name", ({ schema, valid }) => {
  it("is answered from the keyboard alone, and axe objects to nothing", async () => {
    const question = await ask(schema);
    const answer = valid.at(-1);
    const isEnterable = enter(question, answer).every(({ why }) => why !== "unsaid" && why !== "refused");
    const { form } = isEnterable ? question : await ask(schema);
    if (!isEnterable) enter({ ...question, form }, valid[0]);
    form.get().commit();
    const { payload } = form.get().item;

    const demo = await stage.open("forms", { storage: "memory", bypassCSP: true, timezoneId: "UTC" });
    await askWith(demo, schema);
    expect(await axeFaults(demo)).toEqual([]);
    await walkTo(demo.page, demo.button("Start over"), "Shift+Tab");
    await typeAnswer(demo.page, toTarget(form.get().fields), SEND);
    expect(await axeFaults(demo)).toEqual([]);
    await demo.page.keyboard.press("Enter");
    await demo.comesTo("success");
    const sent = { interruptId: "form", status: "resolved", payload };
    expect(inUtc(lastResume(demo))).toEqual(inUtc(sent));
  });
});
