// @vitest-environment jsdom
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineAgent, interrupt, success, toFetchHandler } from "@holdpoint/client/agent";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createElement, type FunctionComponent } from "react";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { root } from "./support/root.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = [...readme.matchAll(/^```tsx?\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? "");
// Inside the checkout, so that packages resolve as in an app that installed them.
const tsc = join(root, "node_modules/typescript/bin/tsc");
const folder = join(root, "reports", "readme-app");

const client = `import { createAgentClient, httpTransport } from "@holdpoint/client";
const client = createAgentClient({ transport: httpTransport({ url: "/agent" }) });
`;
const files: Record<string, string> = {
  "app.tsx": blocks[0] ?? "",
  "headless.tsx": `import { useAgentRun } from "@holdpoint/react";\nexport ${blocks[1]}`,
  "plain.ts": `${client}${blocks[2]}`,
  "agent.ts": blocks[3] ?? "",
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      target: "es2022",
      module: "esnext",
      moduleResolution: "bundler",
      lib: ["es2022", "dom", "dom.iterable"],
      jsx: "react-jsx",
      strict: true,
      noEmit: true,
      types: ["node"],
    },
    include: ["."],
  }),
};

const asking = defineAgent(async (ctx) => {
  const answers = ["budget", "date"].map((id) => ctx.resumeFor(id));
  if (answers.every((answer) => answer?.status === "resolved")) {
    ctx.say(`Booked: ${JSON.stringify(answers.map((answer) => answer?.payload))}`);
    return success();
  }
  const text = { type: "object", properties: { value: { type: "string" } }, required: ["value"] };
  return interrupt([
    { id: "budget", reason: "input", message: "Which budget?", responseSchema: text },
    { id: "date", reason: "input", message: "Which date?", responseSchema: text },
  ]);
});

describe("the README", () => {
  const bodies: string[] = [];

  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    execFileSync(process.execPath, [tsc, "-b", "packages/client", "packages/react"], { cwd: root });
    const handle = toFetchHandler(asking);
    // jsdom's signals are not those of Node's Request, so the signal stays behind.
    vi.stubGlobal("fetch", (url: string, { signal: _, ...init }: RequestInit) => {
      bodies.push(String(init.body));
      return handle(new Request(new URL(url, "http://localhost"), init));
    });
  });
  afterEach(cleanup);
  afterAll(() => vi.unstubAllGlobals());

  it("has four pieces of code, the first of at most twenty lines that say something", () => {
    expect(blocks).toHaveLength(4);
    const lines = (blocks[0] ?? "").split("\n").filter((line) => /\w/.test(line));
    expect(lines.length).toBeLessThanOrEqual(20);
  });

  it("compiles under an app's tsconfig, against the built packages", () => {
    let output = "";
    try {
      execFileSync(process.execPath, [tsc, "-p", folder], { cwd: root, encoding: "utf8" });
    } catch (error) {
      output = error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
    }
    expect(output).toBe("");
  });

  it("runs: two questions, two forms, one request with both answers", async () => {
    const { App } = await import(/* @vite-ignore */ join(folder, "app.tsx"));
    render(createElement(asComponent(App)));
    fireEvent.click(screen.getByRole("button", { name: "Deploy" }));
    const fields = await screen.findAllByRole("textbox", { name: "Value" });
    expect(fields).toHaveLength(2);
    for (const [index, field] of fields.entries())
      fireEvent.change(field, { target: { value: `v${index}` } });
    fireEvent.click(screen.getByRole("button", { name: "Send 2 answers" }));
    await screen.findByText('Booked: [{"value":"v0"},{"value":"v1"}]');
    expect(bodies).toHaveLength(2);
    expect(JSON.parse(bodies[1] ?? "").resume).toHaveLength(2);
  });
});

function asComponent(value: unknown): FunctionComponent {
  if (typeof value !== "function") throw new Error("The README exports no App.");
  return () => value();
}
