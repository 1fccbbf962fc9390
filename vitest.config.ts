import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// Tests run on the sources of our packages, without a build.
const conditions = ["@holdpoint/source", "module", "browser", "development|production"];
const onSources = {
  resolve: { conditions },
  ssr: { resolve: { conditions: ["@holdpoint/source", "module", "node", "development|production"] } },
};

// A test that stands alone for a while must not stay so, on any machine. Projects take nothing from the top.
const house = { allowOnly: false };

const inReact18 = (path: string) =>
  fileURLToPath(new URL(`test/react-18/node_modules/${path}`, import.meta.url));

/** The tests of the hooks and components; what they import of React is the older one, by alias. */
const react18 = {
  resolve: {
    conditions,
    alias: [
      { find: /^(react|react-dom)(?=$|\/)/, replacement: inReact18("$1") },
      // Its modules for Node would ask for the React beside them, past any alias.
      {
        find: /^@testing-library\/react$/,
        replacement: "@testing-library/react/dist/@testing-library/react.esm.js",
      },
    ],
  },
  ssr: onSources.ssr,
};

export default defineConfig({
  test: {
    projects: [
      { ...onSources, test: { ...house, name: "unit", include: ["packages/client/src/**/*.test.ts"] } },
      { ...onSources, test: { ...house, name: "forms", include: ["test/forms/**/*.test.ts"] } },
      {
        ...onSources,
        plugins: [react()],
        test: {
          ...house,
          name: "react",
          environment: "jsdom",
          testTimeout: 60_000,
          include: ["packages/react/src/**/*.test.{ts,tsx}"],
        },
      },
      {
        ...react18,
        plugins: [react()],
        test: {
          ...house,
          name: "react-18",
          environment: "jsdom",
          testTimeout: 60_000,
          include: ["packages/react/src/**/*.test.{ts,tsx}", "test/react-18/*.test.ts"],
          server: { deps: { inline: [/@testing-library\/react/, /@tanstack\/react-query/] } },
        },
      },
      {
        ...onSources,
        test: { ...house, name: "repository", include: ["test/*.test.{ts,tsx}"], testTimeout: 60_000 },
      },
      { ...onSources, test: { ...house, name: "served", include: ["test/served/**/*.test.ts"] } },
      { ...onSources, test: { ...house, name: "conformance", include: ["test/conformance/**/*.test.ts"] } },
      {
        ...onSources,
        test: { ...house, name: "field-cases", include: ["test/field-cases/**/*.test.{ts,tsx}"] },
      },
      {
        ...onSources,
        test: { ...house, name: "property", include: ["test/property/**/*.test.ts"], testTimeout: 120_000 },
      },
      {
        ...onSources,
        test: { ...house, name: "official", include: ["test/official/**/*.test.ts"], testTimeout: 60_000 },
      },
      {
        ...onSources,
        test: {
          ...house,
          name: "perf",
          include: ["test/perf/**/*.test.ts"],
          testTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        ...onSources,
        test: {
          ...house,
          name: "bench",
          include: ["test/bench/**/*.bench.ts"],
          testTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        ...onSources,
        test: {
          ...house,
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        ...onSources,
        test: {
          ...house,
          name: "interop",
          include: ["test/interop/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
