import { expect, it } from "vitest";
import { expectOneThread, toInput } from "./support/bodies.ts";
import { eventually } from "./support/eventually.ts";
import { type Fate, runError } from "./support/proxy.ts";
import { type Opened, setStage } from "./support/stage.ts";
import {
  answerRelease,
  expectReleaseAnswers,
  loseNetwork,
  pause,
  releaseEntries,
} from "./support/stories.ts";

const stage = setStage();

/** One way in which the request with the three answers goes wrong, and what the person then finds. */
interface Fault {
  readonly name: string;
  readonly fate: Fate;
  /** What ends the request that hangs. */
  ends?(demo: Opened): Promise<void>;
  readonly status: string;
  readonly words: string | RegExp;
  readonly again: "Try again" | "Send again" | "Send 3 answers";
}

const unreachable = "Nothing was sent. (The server could not be reached.) Your answers are safe.";
const faults: readonly Fault[] = [
  { name: "refused", fate: "refuse", status: "interrupted", words: unreachable, again: "Try again" },
  {
    name: "reset before the headers",
    fate: "reset",
    status: "interrupted",
    words: unreachable,
    again: "Try again",
  },
  {
    name: "reset after the headers",
    fate: "headers",
    async ends(demo) {
      await eventually(() => demo.watch.answers("/agent/release")).toBe(2);
      demo.proxy.cut();
    },
    status: "interrupted",
    words: /^The agent did not answer\. \(.+\) Your answers are safe\.$/,
    again: "Try again",
  },
  {
    name: "answered with 500",
    fate: "500",
    status: "interrupted",
    words: "The agent did not answer. (The server answered with status 500.) Your answers are safe.",
    again: "Try again",
  },
  {
    name: "answered with 503 and a time to come back",
    fate: "503",
    status: "interrupted",
    words: "The agent did not answer. (The server answered with status 503.) Your answers are safe.",
    again: "Try again",
  },
  {
    name: "left hanging until the connection ends",
    fate: "hang",
    async ends(demo) {
      await demo.panel.getByText("Sending 3 answers...").waitFor();
      await eventually(() => demo.posts().length).toBe(2);
      demo.proxy.cut();
    },
    status: "interrupted",
    words: unreachable,
    again: "Try again",
  },
  {
    name: "left hanging until the person stops it",
    fate: "hang",
    async ends(demo) {
      await eventually(() => demo.posts().length).toBe(2);
      await demo.panel.getByRole("button", { name: "Stop" }).click();
    },
    status: "interrupted",
    words: "All answered.",
    again: "Send 3 answers",
  },
  {
    name: "cut off after the run has started",
    fate: "hold",
    async ends(demo) {
      await eventually(() => demo.eventCount("RUN_STARTED")).toBe(2);
      demo.proxy.cut();
    },
    status: "unknown",
    words:
      "We can't tell whether the agent received your answers. If it did, sending again may repeat the action.",
    again: "Send again",
  },
  {
    name: "stopped by the person after the run has started",
    fate: "hold",
    async ends(demo) {
      await eventually(() => demo.eventCount("RUN_STARTED")).toBe(2);
      await demo.button("Stop").click();
    },
    status: "unknown",
    words:
      "We can't tell whether the agent received your answers. If it did, sending again may repeat the action.",
    again: "Send again",
  },
  {
    name: "answered with an error of the run",
    fate: "error",
    status: "failed",
    words: `The agent did not accept the answers: ${runError}`,
    again: "Send again",
  },
];

it.each(faults)("three answers that are $name stay, and one press sends the same again", async (fault) => {
  const demo = await stage.open("release");
  await pause(demo, "release");
  await answerRelease(demo);
  loseNetwork(demo, fault.fate);
  await demo.button("Send 3 answers").click();
  await fault.ends?.(demo);
  await demo.panel.getByText(fault.words, { exact: true }).waitFor();
  await demo.comesTo(fault.status);
  await expectReleaseAnswers(demo);
  const lost = await demo.lastBody();
  expect(demo.posts().map(({ fate }) => fate)).toEqual(["pass", fault.fate]);
  expect(toInput({ body: lost }).resume).toEqual(releaseEntries);

  demo.proxy.setFate("pass");
  await demo.button(fault.again).click();
  await demo.says("Migrated the database.");
  await demo.says("Released 2.4.0 to staff.");
  await demo.comesTo("success");
  await eventually(() => demo.panel.count()).toBe(0);
  const posts = demo.posts();
  expect(posts.map(({ fate }) => fate)).toEqual(["pass", fault.fate, "pass"]);
  expect(await demo.requestCount()).toBe(3);
  const arrived = posts[2]?.body ?? "";
  const [before, after] = [lost, arrived].map((body) => toInput({ body }).runId);
  expect(after).not.toBe(before);
  // Nothing but the run's own id differs, to the byte.
  expect(arrived).toBe(lost.replaceAll(before ?? "", after ?? ""));
  expectOneThread(posts.filter(({ body }) => body !== ""));
  expect(await demo.decisions.getByRole("listitem").count()).toBe(3);
});

it("refuses a version that is none here, and sends nothing", async () => {
  const demo = await stage.open("release");
  await pause(demo, "release");
  await answerRelease(demo);
  await demo.field("Version").fill("2.4");
  await demo.button("Send 3 answers").click({ force: true });
  await demo.faults.waitFor();
  expect(await demo.field("Version").getAttribute("aria-invalid")).toBe("true");
  expect(demo.posts()).toHaveLength(1);
});

it("releases nothing where one of three is declined", async () => {
  const demo = await stage.open("release");
  await pause(demo, "release");
  await answerRelease(demo);
  await demo.question("Who gets it first?").getByRole("button", { name: "Decline" }).click();
  await demo.button("Send 3 answers").click();
  await demo.says("Nothing was released.");
  expect(demo.posts().map((post) => toInput(post).resume)).toEqual([
    undefined,
    [...releaseEntries.slice(0, 2), { interruptId: "choose-group", status: "cancelled" }],
  ]);
});
