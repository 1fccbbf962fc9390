import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// Tests run on the sources of our packages, without a build.
const conditions = ["@holdpoint/source", "module", "browser", "development|production"];
const onSources = {
  resolve: { conditions },
  ssr: { resolve: { conditions: ["@holdpoint/source", "module", "node", "development|production"] } },
};

export default defineConfig({
  test: {
    projects: [
      { ...onSources, test: { name: "unit", include: ["packages/client/src/**/*.test.ts"] } },
      {
        ...onSources,
        plugins: [react()],
        test: {
          name: "react",
          environment: "jsdom",
          include: ["packages/react/src/**/*.test.{ts,tsx}"],
        },
      },
      { ...onSources, test: { name: "repository", include: ["test/*.test.{ts,tsx}"], testTimeout: 60_000 } },
      { ...onSources, test: { name: "conformance", include: ["test/conformance/**/*.test.ts"] } },
      { ...onSources, test: { name: "field-cases", include: ["test/field-cases/**/*.test.ts"] } },
      {
        ...onSources,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
