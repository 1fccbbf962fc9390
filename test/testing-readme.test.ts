import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { appCompilerOptions } from "./support/app-compiler-options.ts";
import { root } from "./support/root.ts";

const codeOf = (path: string): string[] =>
  [...readFileSync(join(root, path), "utf8").matchAll(/^```tsx\n([\s\S]*?)^```$/gm)].map(
    (match) => match[1] ?? "",
  );
const [app = ""] = codeOf("README.md");
const blocks = codeOf("packages/client/README.md");
const [test = "", story = ""] = blocks;
// Inside the checkout, so that packages resolve as in an app that installed them.
const folder = join(root, "reports", "readme-testing");

const files: Record<string, string> = {
  "deployments.tsx": app.replace("function Deployments", "export function Deployments"),
  "deployments.test.tsx": test,
  "deployments.stories.tsx": story,
  // What Storybook does with a story: loads it, renders it.
  "stories.test.tsx": `import { cleanup, render, screen } from "@testing-library/react";
    import { afterEach, expect, test } from "vitest";
    import { AtTheQuestion, InTheMiddle } from "./deployments.stories";
    afterEach(cleanup);
    const show = async ({ loaders: [load], render: draw }: any) => render(draw({}, { loaded: await load() }));
    test("stops at the question", async () => {
      await show(AtTheQuestion);
      expect(screen.getByRole("article", { name: "Deploy build 42?" }).textContent).toContain("build42");
    });
    test("is held in the middle", async () => {
      await show(InTheMiddle);
      expect(screen.getByText("Deployed to")).toBeDefined();
      expect(screen.getByRole("button", { name: "Deploy" })).toHaveProperty("disabled", true);
    });`,
  "vitest.config.js": `export default { test: { environment: "jsdom" } };`,
  "tsconfig.json": JSON.stringify({
    compilerOptions: { ...appCompilerOptions, noUncheckedIndexedAccess: true, skipLibCheck: true, types: [] },
    include: ["*.tsx"],
  }),
};

/** What a program says, whether it fails or not. */
function outputOf(program: string, args: readonly string[]): string {
  // Of the runner that this test is in, the one below must know nothing.
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith("VITEST")));
  try {
    return execFileSync(process.execPath, [join(root, program), ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { ...env, NO_COLOR: "1" },
      stdio: "pipe",
    });
  } catch (error) {
    return error instanceof Error && "stdout" in error ? `${error.stdout}` : String(error);
  }
}

describe("the README of the client on testing", () => {
  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    outputOf("node_modules/typescript/bin/tsc", [
      "-b",
      join(root, "packages/client"),
      join(root, "packages/react"),
    ]);
  });

  it("has a test and a story, which compile under an app's tsconfig, against the built packages", () => {
    expect(blocks).toHaveLength(2);
    expect(outputOf("node_modules/typescript/bin/tsc", ["-p", "."])).toBe("");
  });

  it("has a test that passes, and a story that stops where it says", () => {
    const report = outputOf("node_modules/vitest/vitest.mjs", ["run", "--root=.", "--reporter=json"]);
    const { testResults } = JSON.parse(report.slice(report.indexOf("{")));
    const results: { title: string; status: string; failureMessages: string[] }[] = testResults.flatMap(
      ({ assertionResults }: { assertionResults: unknown[] }) => assertionResults,
    );
    expect(results.flatMap(({ failureMessages }) => failureMessages)).toEqual([]);
    expect(results.map(({ title, status }) => `${status}: ${title}`).sort()).toEqual([
      "passed: deploys what was approved",
      "passed: is held in the middle",
      "passed: says when it is too late to approve",
      "passed: stops at the question",
    ]);
  });
});
