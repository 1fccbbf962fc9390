import type { StoryId } from "./demo-page.ts";
import { eventually } from "./eventually.ts";
import type { Fate } from "./proxy.ts";
import type { Opened } from "./stage.ts";

/** Where a story can stand, in the order in which `play` comes to it. */
export type StoryState = "idle" | "paused" | "missing" | "answered" | "failed" | "done";

export const pauseButton = {
  deploy: "Deploy build 42",
  board: "Clear the board",
  offsite: "Plan the offsite",
  release: "Prepare the release",
  forms: "Book a trip",
} as const;

export const sendButton = {
  deploy: "Send 1 answer",
  board: "Send 1 answer",
  offsite: "Send 2 answers",
  release: "Send 3 answers",
  forms: "Send 1 answer",
} as const;

/** Starts a story and waits for its question. */
export async function pause(demo: Opened, story: StoryId): Promise<void> {
  await demo.button(pauseButton[story]).click();
  await demo.comesTo("interrupted");
  await demo.panel.waitFor();
}

export async function answerOffsite(demo: Opened): Promise<void> {
  await demo.field("Budget (EUR)").fill("4200");
  await demo.field("Date").fill("2027-09-14");
  await demo.radio("Utrecht").check();
}

/** Fills in the form of a trip: a list, a way to travel, some of several choices, and what an invoice brings. */
export async function answerTrip(demo: Opened): Promise<void> {
  await demo.field("Leaves").fill("2027-03-28T09:30");
  await demo.field("Time zone of the hotel").fill("Europe/Lisbon");
  await demo.button("Add to Travellers").click();
  await demo.field("Name").fill("Ann");
  await demo.radio("Rented car").check();
  await demo.field("Licence number").fill("AB-1234");
  for (const meal of ["Dinner", "Breakfast"]) await demo.page.getByRole("checkbox", { name: meal }).check();
  await demo.field("Budget").fill("1200.50");
  await demo.field("Send an invoice").check();
  await demo.field("Company").fill("Holdpoint");
  await demo.button("Add Labels").click();
  await demo.field("Name of a new entry in Labels").fill("cost centre");
  await demo.button("Add to Labels").click();
  await demo.field("cost centre").fill("42");
}

/** Answers the three questions of a release, each in its own way. */
export async function answerRelease(demo: Opened): Promise<void> {
  await demo.question(migration).getByRole("button", { name: "Yes", exact: true }).click();
  await demo.field("Version").fill("2.4.0");
  await demo.radio("Staff").check();
}

/** The question of a release that is answered by buttons. */
export const migration = "Run the database migration first?";

/** What `answerRelease` makes the page send. */
export const releaseEntries = [
  { interruptId: "run-migration", status: "resolved", payload: true },
  { interruptId: "name-version", status: "resolved", payload: { version: "2.4.0" } },
  { interruptId: "choose-group", status: "resolved", payload: { group: "Staff" } },
];

/** What `answerRelease` has answered is on the page. */
export async function expectReleaseAnswers(demo: Opened): Promise<void> {
  await demo.question(migration).getByText("Yes", { exact: true }).first().waitFor();
  await eventually(() => demo.field("Version").inputValue()).toBe("2.4.0");
  await eventually(() => demo.radio("Staff").isChecked()).toBe(true);
}

/** As `expectReleaseAnswers`, where each card is folded to a line, as after a reload. */
export async function expectReleaseLines(demo: Opened): Promise<void> {
  await demo.question(migration).getByText("Yes", { exact: true }).waitFor();
  await demo.question("Which version is this?").getByText("Version: 2.4.0", { exact: true }).waitFor();
  await demo.question("Who gets it first?").getByText("Rollout group: Staff", { exact: true }).waitFor();
}

/** Plays a story through all its states and stops in each to let the caller look. */
export async function play(
  demo: Opened,
  story: StoryId,
  look: (state: StoryState) => Promise<void>,
): Promise<void> {
  await demo.button(pauseButton[story]).waitFor();
  await look("idle");
  await pause(demo, story);
  await look("paused");
  // Not `disabled`, so that pressing it leads to what is missing; Playwright counts it as if it were.
  await demo.button(sendButton[story]).click({ force: true });
  await demo.faults.waitFor();
  await look("missing");
  await answer[story](demo);
  await look("answered");
  await failOnce(demo, story);
  await look("failed");
  await mend(demo, story);
  await demo.comesTo("success");
  await look("done");
}

const answer: Readonly<Record<StoryId, (demo: Opened) => Promise<void>>> = {
  deploy: (demo) => demo.button("Approve").click(),
  board: (demo) => demo.radio("Yes").check(),
  offsite: answerOffsite,
  release: answerRelease,
  forms: answerTrip,
};

/** The agent itself refuses an approval without a build number; the others lose the network. */
async function failOnce(demo: Opened, story: StoryId): Promise<void> {
  if (story !== "deploy") loseNetwork(demo);
  await demo.button(sendButton[story]).click();
  if (story === "deploy") await demo.comesTo("failed");
  else await demo.panel.getByText(/^Nothing was sent\./).waitFor();
  demo.proxy.setFate("pass");
}

async function mend(demo: Opened, story: StoryId): Promise<void> {
  if (story !== "deploy") {
    await demo.button("Try again").click();
    return;
  }
  await demo.field("Build number").fill("42");
  await demo.button("Send 1 answer").click();
}

/** From here on no request to an agent arrives, and the browser may complain about that. */
export function loseNetwork(demo: Opened, fate: Fate = "refuse"): void {
  demo.watch.allow(
    /^console error: Failed to load resource: (net::|the server responded with a status of 50)/,
  );
  demo.proxy.setFate(fate);
}
