/** Whatever a scripted agent is told to do, the strictest client takes it, and its run ends once, as it was told to. */
import { PROTOCOL_VERSION } from "@holdpoint/client";
import { createTestClient, scriptedAgent } from "@holdpoint/client/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { scripts } from "./support/scripts.ts";

const seed = 20_261_201;

/** What a patch that fits nothing is met with: the script may say so, and the client passes it over. */
const HARMLESS = ["state-patch-failed", "activity-patch-failed", "activity-missing"];

test("a scripted run is accepted as it is, ends once, and as its script says", {
  timeout: 120_000,
}, async () => {
  const statuses = new Set<string>();
  await fc.assert(
    fc.asyncProperty(scripts, scripts, async (first, second) => {
      const agent = scriptedAgent(first.steps, second.steps);
      const client = createTestClient(agent);
      const thread = client.thread("t1");
      const heard: string[] = [];
      thread.onEvent((event) => {
        heard.push(event.type);
        if (event.type === "RUN_STARTED") expect(event.protocolVersion).toBe(PROTOCOL_VERSION);
      });
      const ends: string[] = [];
      thread.status.subscribe(() => {
        const status = thread.status.get();
        if (status !== "running" && status !== ends.at(-1)) ends.push(status);
      });

      const end = await thread.send("Go");
      statuses.add(end.status);
      expect(end, end.error?.message).toMatchObject({ status: first.status });
      if (end.status === "interrupted") {
        thread.approvals.answerAll(() => ({ payload: true }));
        expect(await thread.approvals.submit()).toMatchObject({ status: second.status });
        expect(thread.decisions.get().length > 0).toBe(
          second.status !== "failed" && second.status !== "truncated",
        );
      }

      const runs = agent.inputs.length;
      expect(heard.filter((type) => type === "RUN_STARTED")).toHaveLength(runs);
      // A late failure is the one that comes after an end.
      const terminals = heard.join(" ").match(/RUN_FINISHED( RUN_ERROR)?|RUN_ERROR/g) ?? [];
      const cut = [first.status, ...(runs > 1 ? [second.status] : [])].filter(
        (status) => status === "truncated",
      );
      expect(terminals).toHaveLength(runs - cut.length);
      expect(client.warnings.filter(({ code }) => !HARMLESS.includes(code))).toEqual([]);
      expect(thread.get().messages.filter(({ phase }) => phase === "streaming")).toEqual([]);
    }),
    { seed, numRuns: 400 },
  );
  expect([...statuses].sort()).toEqual(["cancelled", "failed", "interrupted", "success", "truncated"]);
});

test("a run that is held and stepped through sends what it sends by itself", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async ({ steps }) => {
      async function played(held: boolean): Promise<unknown[]> {
        const agent = scriptedAgent(steps);
        const thread = createTestClient(agent).thread("t1");
        const events: unknown[] = [];
        thread.onEvent((event) => events.push(event));
        if (held) agent.hold();
        let isOver = false;
        const ending = thread.run().finally(() => {
          isOver = true;
        });
        while (held && !isOver) await Promise.race([agent.advance(), ending]);
        await ending;
        return events;
      }
      expect(await played(true)).toEqual(await played(false));
    }),
    { seed, numRuns: 150 },
  );
});
