/**
 * The parts of `npm test`, in order. A gate is one check; the others are counted test by test.
 * Each of the `folders`, one a vitest project, must have tests.
 * @typedef {{
 *   name: string, title: string, gate: boolean, tasks: readonly string[], folders?: readonly string[],
 * }} Part
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
  {
    name: "unit",
    title: "Units and repository",
    gate: false,
    tasks: ["test:unit"],
    folders: ["packages/client/src/", "packages/react/src/", "test/", "test/forms/", "test/served/"],
  },
  {
    name: "react-18",
    title: "React 18.3",
    gate: false,
    tasks: ["test:react-18"],
    folders: ["test/react-18/"],
  },
  {
    name: "conformance",
    title: "Protocol conformance",
    gate: false,
    tasks: ["test:conformance"],
    folders: ["test/conformance/"],
  },
  { name: "field", title: "Field cases", gate: false, tasks: ["test:field"], folders: ["test/field-cases/"] },
  {
    name: "property",
    title: "Properties and fuzz",
    gate: false,
    tasks: ["test:property"],
    folders: ["test/property/"],
  },
  {
    name: "official",
    title: "Beside the official client",
    gate: false,
    tasks: ["test:official"],
    folders: ["test/official/"],
  },
  // Parts run one after the other, so that this one has the machine to itself.
  { name: "perf", title: "Performance ratios", gate: false, tasks: ["test:perf"], folders: ["test/perf/"] },
  {
    name: "browser",
    title: "In a browser",
    gate: false,
    tasks: ["test:browser"],
    folders: ["test/browser/"],
  },
];
