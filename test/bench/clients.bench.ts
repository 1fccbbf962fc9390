/** `npm run bench`: the official client and ours on the same bytes in one process. Figures, not gates. */
import { test, vi } from "vitest";
import { root } from "../support/root.ts";
import { bundleSize } from "./support/bundle.ts";
import { best, official, ours } from "./support/clients.ts";
import { WORKLOADS } from "./support/workloads.ts";

// Plain JavaScript without types: loaded by its path.
const { table }: { table(rows: readonly (readonly string[])[]): string } = await import(
  `${root}scripts/support/table.mjs`
);

/** Rounds are fewer where one is long: the official client needs minutes for some of these. */
const LONG_MS = 2000;
const ROUNDS = 7;

const micros = (ms: number, count: number): string => {
  const each = (ms * 1000) / count;
  return each >= 100 ? each.toFixed(0) : each.toFixed(2);
};

test("the clients side by side", async () => {
  // The official client freezes and checks what it hands out where it sees a test; an app does not pay that.
  vi.stubEnv("NODE_ENV", "production");
  vi.stubEnv("VITEST_WORKER_ID", undefined);
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const rows: string[][] = [["what", "ours", "@ag-ui/client 1.0.0", "", "times faster"]];
  for (const { title, unit, count, chunks, messages } of WORKLOADS) {
    await ours(chunks, messages);
    const mine = await best(ours, chunks, messages, ROUNDS);
    const first = await official(chunks, messages);
    const theirs = first > LONG_MS ? first : Math.min(first, await best(official, chunks, messages, ROUNDS));
    rows.push([
      title,
      micros(mine, count),
      micros(theirs, count),
      `us a ${unit}`,
      (theirs / mine).toFixed(1),
    ]);
  }
  console.info(`\n${table(rows)}\n`);
});

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

test("what an application downloads", async () => {
  const entries = {
    "@holdpoint/client: createAgentClient, httpTransport":
      'export { createAgentClient, httpTransport } from "@holdpoint/client";',
    "@ag-ui/client 1.0.0: HttpAgent": 'export { HttpAgent } from "@ag-ui/client";',
  };
  const rows: string[][] = [["bundle", "minified", "and gzipped"]];
  for (const [title, code] of Object.entries(entries)) {
    const { minified, gzipped } = await bundleSize(code);
    rows.push([title, kB(minified), kB(gzipped)]);
  }
  console.info(`\n${table(rows)}\n`);
});
