/** What a screen reader comes upon, in its order, as the browser's accessibility tree has it. */
import { expect, it } from "vitest";
import { setStage } from "./support/stage.ts";
import { pause, sendButton } from "./support/stories.ts";

const stage = setStage();

/** Expects these to stand in a text in this order. */
function expectInOrder(text: string, parts: readonly string[]): void {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    expect(found, `"${part}" after what comes before it in:\n${text}`).toBeGreaterThanOrEqual(at);
    at = found + part.length;
  }
}

it("reads question, details, fields, then the actions of a question", async () => {
  const demo = await stage.open("deploy");
  await pause(demo, "deploy");
  expectInOrder(await demo.panel.ariaSnapshot(), [
    'heading "Your decision"',
    "The agent is waiting for 1 answer.",
    'article "Deploy build 42 to production?"',
    'heading "Deploy build 42 to production?"',
    'textbox "Build number"',
    'button "Approve"',
    'button "Deny"',
    'button "Send 1 answer"',
  ]);
});

it("reads what will run after the question, and before the fields", async () => {
  const demo = await stage.open("forms");
  await demo.button("Send the mail").click();
  await demo.comesTo("interrupted");
  await demo.panel.waitFor();
  expectInOrder(await demo.panel.ariaSnapshot(), [
    'article "',
    'group "What will run"',
    "textbox",
    'button "',
  ]);
});

it("reads the list of what is missing first, and each fault after its field, before the actions", async () => {
  const demo = await stage.open("offsite");
  await pause(demo, "offsite");
  await demo.button(sendButton.offsite).focus();
  await demo.page.keyboard.press("Enter");
  await demo.panel.getByRole("link").first().waitFor();
  const tree = await demo.panel.ariaSnapshot();
  expectInOrder(tree, [
    'heading "Your decision"',
    'link "Budget (EUR): This is required."',
    'textbox "Budget (EUR)"',
    "This is required.",
    'button "Decline"',
    'textbox "Date"',
    "This is required.",
    'radiogroup "Place"',
    'radio "Utrecht"',
    "This is required.",
    'button "Decline"',
    'button "Send 2 answers"',
  ]);
});
