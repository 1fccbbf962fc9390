import type { StoryId } from "./demo-page.ts";
import type { Opened } from "./stage.ts";

/** Where a story can stand, in the order in which `play` comes to it. */
export type StoryState = "idle" | "paused" | "missing" | "answered" | "failed" | "done";

export const pauseButton = {
  deploy: "Deploy build 42",
  board: "Clear the board",
  offsite: "Plan the offsite",
} as const;

export const sendButton = {
  deploy: "Send 1 answer",
  board: "Send 1 answer",
  offsite: "Send 2 answers",
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
  if (story === "deploy") await demo.button("Approve").click();
  else await (story === "offsite" ? answerOffsite(demo) : demo.radio("Yes").check());
  await look("answered");
  await failOnce(demo, story);
  await look("failed");
  await mend(demo, story);
  await demo.comesTo("success");
  await look("done");
}

/** The agent itself refuses an approval without a build number; the others lose the network. */
async function failOnce(demo: Opened, story: StoryId): Promise<void> {
  if (story !== "deploy") loseNetwork(demo);
  await demo.button(sendButton[story]).click();
  await demo.comesTo(story === "deploy" ? "failed" : "unstarted");
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
export function loseNetwork(demo: Opened, fate: "refuse" | "reset" | "hold" = "refuse"): void {
  demo.watch.allow(/^console error: Failed to load resource: net::/);
  demo.proxy.setFate(fate);
}
