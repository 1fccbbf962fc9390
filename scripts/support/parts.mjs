/**
 * The parts of `npm test`, in order. A gate is one check; the others are counted test by test.
 * @typedef {{ name: string, title: string, gate: boolean, tasks: readonly string[] }} Part
 */

/** @type {readonly Part[]} */
export const parts = [
  { name: "lint", title: "Lint and format", gate: true, tasks: ["lint"] },
  {
    name: "typecheck",
    title: "Types, of the tests too",
    gate: true,
    tasks: ["typecheck", "typecheck:repository"],
  },
  { name: "build", title: "Build", gate: true, tasks: ["build"] },
  { name: "publish-check", title: "Packages as published", gate: true, tasks: ["publish-check"] },
  { name: "size", title: "Size budgets", gate: true, tasks: ["size"] },
  { name: "unit", title: "Units and repository", gate: false, tasks: ["test:unit"] },
  { name: "conformance", title: "Protocol conformance", gate: false, tasks: ["test:conformance"] },
  { name: "field", title: "Field cases", gate: false, tasks: ["test:field"] },
  { name: "browser", title: "In a browser", gate: false, tasks: ["test:browser"] },
];
