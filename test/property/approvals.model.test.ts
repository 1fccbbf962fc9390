/** No answer of a person is lost, doubled, falsified or left unsendable, whatever tabs, agents and networks do. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { playPlan } from "./support/approvals/play-plan.ts";
import { plans } from "./support/approvals/steps.ts";

/** More, and others, when looking for what these do not find. */
const runs = Number(process.env.HOLDPOINT_RUNS ?? 1500);
const seed = Number(process.env.HOLDPOINT_SEED ?? 20_261_129);

test(
  "a thread in two tabs",
  async () => {
    let requests = 0;
    let answers = 0;
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const world = await playPlan(plan);
        requests += world.requests.length;
        answers += world.requests.filter(({ batch }) => batch !== undefined).length;
      }),
      { seed, numRuns: runs },
    );
    console.info(`${runs} plans, ${requests} requests, ${answers} of them with answers`);
    // The promise is worth something only where there is something to keep.
    expect(answers).toBeGreaterThan(runs / 2);
  },
  120_000 + 100 * runs,
);
