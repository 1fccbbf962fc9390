import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createAgentClient, httpTransport } from "@holdpoint/client";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { codeIn, exampleApp, sectionOf } from "./support/example-app.ts";
import { root } from "./support/root.ts";

const section = sectionOf("packages/client/README.md", "### How a run is driven");
const [example = ""] = codeIn(section, "ts");
const { folder, write, compile } = exampleApp(
  "readme-driver",
  { "handler.ts": example },
  { types: ["node"], noEmit: false },
);

describe("the README of the client on how a run is driven", () => {
  beforeAll(write);

  it("has an example that compiles against the built packages, and does what it says", async () => {
    expect(example).toContain("export const handler");
    expect(compile()).toBe("");

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
