import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { codeIn, exampleApp, sectionOf } from "./support/example-app.ts";

const section = sectionOf("packages/client/README.md", "### What a run gives its agent");
const [board = "", questions = "", tools = "", tested = ""] = codeIn(section, "ts");

const files = {
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
};
const { folder, write, compile } = exampleApp("readme-context", files, { noEmit: false });

const run = (file: string): string =>
  execFileSync(process.execPath, [join(folder, file)], { cwd: folder, encoding: "utf8" }).trim();

describe("the README of the client on what a run gives its agent", () => {
  beforeAll(write);

  it("has agents that compile under an app's tsconfig, against the built packages", () => {
    expect(board && questions && tools && tested).not.toBe("");
    expect(compile()).toBe("");
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
