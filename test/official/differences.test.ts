import { afterAll, describe, expect, it } from "vitest";
import { CASES, type Case } from "./support/cases.ts";
import { type Outcome, readOfficially } from "./support/official-client.ts";
import { readOurs } from "./support/our-client.ts";
import { silenceConsole } from "./support/quiet.ts";
import { record } from "./support/recording.ts";

silenceConsole();

/** Whether a client did what it should; absent members and undefined ones are the same. */
function meets({ want }: Case, { accepted, messages }: Outcome): void {
  if (want === "refused") expect(accepted).toBe(false);
  else expect({ accepted, messages }).toEqual({ accepted: true, messages: want });
}

describe.each(CASES)("$name", (each) => {
  const here = each.pending === undefined ? it : it.fails;
  here(each.pending === undefined ? "ours" : "ours (pending)", async () => {
    meets(each, await readOurs(record(each.events)));
  });

  const there = each.official === "agrees" ? it : it.fails;
  there(`the official client ${each.official}`, async () => {
    meets(each, await readOfficially(record(each.events)));
  });
});

afterAll(() => {
  const rows = CASES.map(({ name, decides, official, pending }) =>
    [`  ${name}`, `official ${official}`, pending ? `PENDING: ${pending}` : "ours does it", decides].join(
      " | ",
    ),
  );
  console.info(`Differences from @ag-ui/client 1.0.0:\n${rows.join("\n")}`);
});
