import { describe, expect, it } from "vitest";
import { expectOneThread, resumeText, toInput } from "./support/bodies.ts";
import { eventually } from "./support/eventually.ts";
import { type Opened, setStage } from "./support/stage.ts";
import { answerOffsite, loseNetwork, pause } from "./support/stories.ts";

const stage = setStage();

async function openAnswered(): Promise<Opened> {
  const demo = await stage.open("offsite");
  await pause(demo, "offsite");
  await answerOffsite(demo);
  return demo;
}

async function expectAnswersKept(demo: Opened): Promise<void> {
  expect(await demo.field("Budget (EUR)").inputValue()).toBe("4200");
  expect(await demo.field("Date").inputValue()).toBe("2027-09-14");
  expect(await demo.radio("Utrecht").isChecked()).toBe(true);
}

describe.each(["refuse", "reset"] as const)("a network that fails (%s) between the two runs", (fate) => {
  it("leaves the answers in the form, and one press sends them again, byte for byte", async () => {
    const demo = await openAnswered();
    loseNetwork(demo, fate);
    await demo.button("Send 2 answers").click();
    await demo.panel
      .getByText("Nothing was sent. (The server could not be reached.) Your answers are safe.")
      .waitFor();
    await expectAnswersKept(demo);
    const lost = await demo.lastBody();
    expect(demo.posts().map((post) => post.fate)).toEqual(["pass", fate]);

    demo.proxy.setFate("pass");
    await demo.button("Try again").click();
    await demo.says("Booked.");
    await demo.comesTo("success");
    const arrived = demo.posts()[2] ?? { body: "" };
    expect(demo.posts()).toHaveLength(3);
    expect(resumeText(arrived)).toBe(resumeText({ body: lost }));
    // Nothing but the run's own id differs.
    expect(arrived.body).toBe(lost.replaceAll(toInput({ body: lost }).runId, toInput(arrived).runId));
    expectOneThread(demo.posts().filter(({ body }) => body !== ""));
    expect(toInput(arrived).runId).not.toBe(toInput({ body: lost }).runId);
    expect(await demo.requestCount()).toBe(3);
  });
});

it("stays down as long as the network does, without a request of its own", async () => {
  const demo = await openAnswered();
  loseNetwork(demo);
  await demo.button("Send 2 answers").click();
  await demo.button("Try again").click();
  await eventually(() => demo.requestCount()).toBe(3);
  await demo.button("Try again").waitFor();
  await expectAnswersKept(demo);
  expect(demo.posts()).toHaveLength(3);
});

it("does not claim to know what became of answers whose stream broke off", async () => {
  const demo = await openAnswered();
  loseNetwork(demo, "hold");
  await demo.button("Send 2 answers").click();
  // What has not been read yet is lost with the connection, so the first event has to be there.
  await eventually(() => demo.eventCount("RUN_STARTED")).toBe(2);
  demo.proxy.cut();
  await demo.comesTo("unknown");
  await demo.panel.getByText("We can't tell whether the agent received your answers.").waitFor();
  expect(await demo.field("Budget (EUR)").isDisabled()).toBe(true);
  await expectAnswersKept(demo);

  demo.proxy.setFate("pass");
  await demo.button("Send again").click();
  await demo.says("Booked.");
  await demo.comesTo("success");
  const posts = demo.posts();
  expectOneThread(posts);
  expect(posts.map(resumeText)[2]).toBe(posts.map(resumeText)[1]);
});

it("says which agent is at work while another story is looked at, until it is over", async () => {
  const demo = await openAnswered();
  const link = (name: string) => demo.stories.getByRole("link", { name, exact: true });
  loseNetwork(demo, "hang");
  await demo.button("Send 2 answers").click();
  await eventually(() => demo.posts().length).toBe(2);
  await link("Offsite").waitFor();
  await link("Deploy").click();
  await link("Offsite The agent is working.").waitFor();
  demo.proxy.cut();
  await link("Offsite 2 questions wait").waitFor();
});

it("finishes the run although the server was killed and started again while it was paused", async () => {
  const demo = await openAnswered();
  await stage.restartServer();
  await demo.button("Send 2 answers").click();
  await demo.says("Booked.");
  await demo.comesTo("success");
  expect(demo.posts()).toHaveLength(2);
  expectOneThread(demo.posts());
});
