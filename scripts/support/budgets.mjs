/**
 * What an application downloads, and how much that may be: minified ESM for browsers, gzip -9,
 * React outside. kB are 1000 bytes.
 * @typedef {{ title: string, entry: string, gate: number, goal?: number }} Budget
 */

/** @type {readonly Budget[]} */
export const budgets = [
  {
    title: "client core",
    entry: `export { createAgentClient, httpTransport } from "@holdpoint/client";`,
    gate: 26_000,
    goal: 20_000,
  },
  {
    title: "client + react, forms, panel",
    entry: [
      `export { createAgentClient, httpTransport } from "@holdpoint/client";`,
      `export { AgentProvider, ApprovalPanel, useAgentRun } from "@holdpoint/react";`,
    ].join("\n"),
    gate: 46_000,
    goal: 36_000,
  },
  {
    title: "client + inspector, all of it",
    entry: [
      `export { createAgentClient, httpTransport } from "@holdpoint/client";`,
      `export { createInspectableClient, Inspector } from "@holdpoint/react/devtools";`,
    ].join("\n"),
    gate: 43_000,
  },
  { title: "one guard", entry: `export { isApprovalError } from "@holdpoint/client";`, gate: 999 },
  // What is left of `import { type Thread }` where a compiler keeps the import.
  { title: "one type", entry: `import "@holdpoint/client";\nexport {};`, gate: 999 },
];
