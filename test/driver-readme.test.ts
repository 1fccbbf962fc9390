import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createAgentClient, httpTransport } from "@holdpoint/client";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { appCompilerOptions } from "./support/app-compiler-options.ts";
import { root } from "./support/root.ts";

const readme = readFileSync(join(root, "packages/client/README.md"), "utf8");
const section = readme.split("\n### How a run is driven\n")[1]?.split(/\n##+ /)[0] ?? "";
const example = section.match(/^```ts\n([\s\S]*?)^```$/m)?.[1] ?? "";
// Inside the checkout, so that packages resolve as in an app that installed them.
const folder = join(root, "reports", "readme-driver");
const tsc = join(root, "node_modules/typescript/bin/tsc");

describe("the README of the client on how a run is driven", () => {
  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "handler.ts"), example);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: { ...appCompilerOptions, types: ["node"], noEmit: false },
        include: ["*.ts"],
      }),
    );
    execFileSync(process.execPath, [tsc, "-b", "packages/client"], { cwd: root });
  });

  it("has an example that compiles against the built packages, and does what it says", async () => {
    expect(example).toContain("export const handler");
    let output = "";
    try {
      execFileSync(process.execPath, [tsc, "-p", folder], { cwd: root, encoding: "utf8" });
    } catch (error) {
      output = error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
    }
    expect(output).toBe("");

    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const { handler } = await import(/* @vite-ignore */ join(folder, "handler.js"));
    const transport = httpTransport({
      url: "http://agent.test/",
      fetch: (url, init) => handler(new Request(url, init)),
    });
    const thread = createAgentClient({ transport }).thread("t");
    let echoed: unknown;
    thread.onEvent((event) => {
      expect(event.timestamp).toEqual(expect.any(Number));
      if (event.type === "RUN_STARTED") echoed = event.input?.threadId;
    });
    expect(await thread.run()).toMatchObject({ status: "failed", error: { code: "NOTHING_TO_DO" } });
    expect(logged.mock.calls).toMatchObject([[{ code: "NOTHING_TO_DO" }]]);
    expect(await thread.send("Deploy")).toMatchObject({ status: "success" });
    expect([thread.state.get(), echoed]).toEqual([{ build: 42 }, "t"]);
  });

  it("names every code that a driver gives", () => {
    const source = readFileSync(join(root, "packages/client/src/agent/terminal-event.ts"), "utf8");
    const codes = source.match(/export type RunErrorCode =([^;]*)/)?.[1]?.match(/\w+/g) ?? [];
    expect(codes.length).toBeGreaterThan(5);
    expect(codes.filter((code) => !section.includes(`| \`${code}\``))).toEqual([]);
  });
});
