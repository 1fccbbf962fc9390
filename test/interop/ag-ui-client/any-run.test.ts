/** Whatever an agent emits that the protocol allows, however it ends: the verifier of the official client takes it. */
import { type AgentEvent, createAgentClient, httpTransport } from "@holdpoint/client";
import { defineAgent } from "@holdpoint/client/agent";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildRun, RUN, THREAD } from "../../property/support/build-run.ts";
import { type Plan, plans } from "../../property/support/commands.ts";
import { serve } from "../../support/serve-agent.ts";
import { hearNoComplaints, openOfficial, ways } from "./support/official.ts";

// It says so of what goes on after a snapshot of the messages has left it out.
const { errors } = hearNoComplaints(/No message found (with|containing)/);
const seed = 20_261_201;

/** How an agent leaves: it has said all, returns in the middle, or throws there. */
type Leaving = "at the end" | "early" | "by throwing";

/** One run of its own: a stream of several is a proxy's affair, and no agent's of the kit. */
const ownRun = (plan: Plan): Plan => ({ ...plan, replayed: undefined });

/** An agent that emits what was planned, but for the begin and the end, which the kit makes. */
function playing(plan: Plan, leaving: Leaving, share: number) {
  const events: AgentEvent[] = JSON.parse(JSON.stringify(buildRun(ownRun(plan)).events));
  const inner = events.filter(({ type }) => !/^RUN_/.test(type));
  const upTo = leaving === "at the end" ? inner.length : Math.floor(inner.length * share);
  return defineAgent(async (ctx) => {
    for (const event of inner.slice(0, upTo)) ctx.emit(event);
    if (leaving === "by throwing") throw new Error("left");
  });
}

const leavings = fc.constantFrom<Leaving>("at the end", "early", "by throwing");

test.each(ways)("over $name", { timeout: 120_000 }, async (way) => {
  const ends = new Map<string, number>();
  const note = (how: string): void => {
    ends.set(how, (ends.get(how) ?? 0) + 1);
  };
  await fc.assert(
    fc.asyncProperty(
      plans,
      leavings,
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (plan, leaving, share) => {
        const agent = playing(plan, leaving, share);
        const { agent: official, heard } = await openOfficial(agent, way, { threadId: THREAD });
        await official.runAgent({ runId: RUN });
        const last = heard.at(-1)?.type ?? "";
        expect(["RUN_FINISHED", "RUN_ERROR"]).toContain(last);
        // Not every wire carries all of JSON; what it cannot carry ends the run with a reason, and is no loss in silence.
        if (Reflect.get(heard.at(-1) ?? {}, "code") === "SERIALIZATION") return note("not for this wire");
        note(`${leaving}: ${last}`);

        const client = createAgentClient({
          transport: httpTransport({ url: await serve(agent) }),
          onWarning: () => {},
        });
        const thread = client.thread(THREAD);
        const end = await thread.run({ runId: RUN });
        expect(end.status).toBe(last === "RUN_ERROR" ? "failed" : "success");
        expect(thread.state.get()).toEqual(official.state);
        expect(
          thread
            .get()
            .messages.map(({ id }) => id)
            .sort(),
        ).toEqual(official.messages.map(({ id }) => id).sort());
        client.dispose();
      },
    ),
    { seed, numRuns: 100 },
  );
  expect(errors).toEqual([]);
  expect(ends.get("not for this wire") ?? 0).toBeLessThan(50);
  console.info(`Ends over ${way.name}: ${[...ends].map(([how, count]) => `${how} ${count}`).join(", ")}`);
});
