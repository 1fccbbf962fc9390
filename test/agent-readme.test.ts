import { spawn } from "node:child_process";
import { join } from "node:path";
import { createAgentClient, httpTransport } from "@holdpoint/client";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { codeIn, exampleApp, sectionOf } from "./support/example-app.ts";

const [agent = "", server = "", handler = ""] = codeIn(
  sectionOf("packages/client/README.md", "## Agents"),
  "ts",
);

const files = {
  "agent.ts": agent,
  // The same server on a port that is free, which it says.
  "server.ts": server.replace(
    /\.listen\(3000\);/,
    `.listen(0, "127.0.0.1", function (this: import("node:net").Server) {
       console.log(JSON.stringify(this.address()));
     });`,
  ),
  "handler.ts": handler,
};
const { folder, write, compile } = exampleApp("readme-agents", files, { types: ["node"], noEmit: false });

const sayingLines = (code: string): string[] => code.split("\n").filter((line) => /\w/.test(line));

/** Runs the served agent of the README; gives its address. */
function start(): Promise<string> {
  const child = spawn(process.execPath, [join(folder, "server.js")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  return new Promise((resolve, reject) => {
    child.stdout.once("data", (line) => resolve(`http://127.0.0.1:${JSON.parse(String(line)).port}/`));
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}.`)));
  });
}

describe("the README of the client on agents", () => {
  beforeAll(write);

  it("has an agent of at most ten lines that say something, served in at most five", () => {
    expect(sayingLines(agent).length).toBeGreaterThan(3);
    expect(sayingLines(agent).length).toBeLessThanOrEqual(10);
    expect(sayingLines(server).length).toBeLessThanOrEqual(5);
    expect(server).toContain(".listen(3000);");
  });

  it("compiles under an app's tsconfig, against the built packages", () => {
    expect(compile()).toBe("");
  });

  it.each([
    [true, "Deployed."],
    [false, "Not deployed."],
  ])("has an agent that Node serves, which asks and hears %s", async (payload, words) => {
    const url = await start();
    const thread = createAgentClient({ transport: httpTransport({ url }) }).thread("t");
    expect(await thread.send("Deploy build 42")).toMatchObject({ status: "interrupted" });
    thread.approvals.answer("approve", payload);
    expect(await thread.approvals.submit()).toMatchObject({ status: "success" });
    expect(thread.get().messages.at(-1)?.content).toBe(words);
  });

  it("has a handler for pages of other origins, which takes both formats", async () => {
    const module = await import(/* @vite-ignore */ join(folder, "handler.js"));
    const ask = (init: RequestInit): Promise<Response> =>
      module.handler(new Request("http://x.example/", init));
    const origin = "https://app.example";
    const preflight = await ask({
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });
    expect(preflight.headers.get("access-control-allow-origin")).toBe(origin);
    const response = await ask({
      method: "POST",
      headers: { origin, "content-type": "application/json", accept: "application/vnd.ag-ui.event+proto" },
      body: JSON.stringify({ threadId: "t", runId: "r", messages: [], tools: [], context: [] }),
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "application/vnd.ag-ui.event+proto",
    ]);
    await response.body?.cancel();
  });
});
