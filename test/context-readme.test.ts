import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { appCompilerOptions } from "./support/app-compiler-options.ts";
import { root } from "./support/root.ts";

const readme = readFileSync(join(root, "packages/client/README.md"), "utf8");
const section = readme.split("\n### What a run gives its agent\n")[1]?.split(/\n##+ /)[0] ?? "";
const [board = "", questions = "", tools = "", tested = ""] = [
  ...section.matchAll(/^```ts\n([\s\S]*?)^```$/gm),
].map((match) => match[1] ?? "");
// Inside the checkout, so that packages resolve as in an app that installed them.
const folder = join(root, "reports", "readme-context");
const tsc = join(root, "node_modules/typescript/bin/tsc");

const files: Record<string, string> = {
  "board.ts": board,
  "questions.ts": questions,
  "tools.ts": tools,
  "tested.ts": tested,
  // What the agents do, asked of a plain Node.
  "asked.ts": `import { createRunInput, interruptsOf, runAgent } from "@holdpoint/client/agent";
    import type { Agent } from "@holdpoint/client/agent";
    import { atOnce, inTurn } from "./questions.js";
    import { payer } from "./tools.js";
    async function asks<State>(agent: Agent<State>): Promise<string[]> {
      let last;
      for await (const event of runAgent(agent, createRunInput({ threadId: "t" }))) last = event;
      return interruptsOf(last).map(({ reason }) => reason);
    }
    console.log(JSON.stringify([await asks(atOnce), await asks(inTurn), await asks(payer)]));`,
  "package.json": JSON.stringify({ type: "module" }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: { ...appCompilerOptions, types: [], noEmit: false },
    include: ["*.ts"],
  }),
};

const run = (file: string): string =>
  execFileSync(process.execPath, [join(folder, file)], { cwd: folder, encoding: "utf8" }).trim();

describe("the README of the client on what a run gives its agent", () => {
  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    execFileSync(process.execPath, [tsc, "-b", "packages/client"], { cwd: root });
  });

  it("has agents that compile under an app's tsconfig, against the built packages", () => {
    expect(board && questions && tools && tested).not.toBe("");
    let output = "";
    try {
      output = execFileSync(process.execPath, [tsc, "-p", "."], { cwd: folder, encoding: "utf8" });
    } catch (error) {
      output = error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
    }
    expect(output).toBe("");
  });

  it("says what its test prints, and asks what it says", () => {
    expect(run("tested.js")).toBe(/console\.log\(.*\/\/ (.*)$/m.exec(tested)?.[1]);
    expect(JSON.parse(run("asked.js"))).toEqual([
      ["budget", "day"],
      ["budget"],
      ["tool_approval", "tool_call"],
    ]);
  });
});
