import { describe, expect, test } from "vitest";
import type { CorsOptions } from "./cors.ts";
import { createRunInput } from "./create-run-input.ts";
import { defineAgent } from "./define-agent.ts";
import { toFetchHandler } from "./to-fetch-handler.ts";

const app = "https://app.example";
const agent = defineAgent(async (ctx) => void ctx.say("hello"));

const ask = (
  cors: CorsOptions | undefined,
  method: string,
  headers: Record<string, string>,
  body: string | null = null,
) =>
  toFetchHandler(
    agent,
    cors && { cors },
  )(new Request("https://agents.example/", { method, headers, body: method === "POST" ? body : null }));

const post = (cors: CorsOptions | undefined, origin: string | undefined, more: Record<string, string> = {}) =>
  ask(
    cors,
    "POST",
    { "content-type": "application/json", ...(origin !== undefined && { origin }), ...more },
    JSON.stringify(createRunInput({ threadId: "t" })),
  );

const preflight = (cors: CorsOptions | undefined, origin: string) =>
  ask(cors, "OPTIONS", {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type",
  });

const corsHeaders = (response: Response): Record<string, string> =>
  Object.fromEntries(
    [...response.headers].filter(([name]) => name.startsWith("access-control-") || name === "vary"),
  );

describe("a page of an allowed origin", () => {
  test("is let through by the preflight, with the headers that it asks for", async () => {
    const response = await preflight({ origins: ["https://other.example", app] }, app);
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(response.headers.get("allow")).toBe("POST, OPTIONS");
    expect(corsHeaders(response)).toEqual({
      "access-control-allow-origin": app,
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "authorization,content-type",
      "access-control-max-age": "600",
      vary: "origin, access-control-request-headers",
    });
  });

  test("gets the headers that are listed, and content-type", async () => {
    const cors = { origins: [app], allowHeaders: ["authorization"], maxAge: 60, credentials: true };
    expect(corsHeaders(await preflight(cors, app))).toEqual({
      "access-control-allow-origin": app,
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "content-type, authorization",
      "access-control-allow-credentials": "true",
      "access-control-max-age": "60",
      vary: "origin",
    });
  });

  test("can read the stream", async () => {
    const response = await post({ origins: [app], credentials: true, exposeHeaders: ["x-trace"] }, app);
    expect(response.status).toBe(200);
    expect(corsHeaders(response)).toEqual({
      "access-control-allow-origin": app,
      "access-control-allow-credentials": "true",
      "access-control-expose-headers": "x-trace",
      vary: "accept, origin",
    });
    expect(await response.text()).toContain("RUN_FINISHED");
  });

  test.each<[number, string, Record<string, string>, string | null]>([
    [405, "DELETE", {}, null],
    [415, "POST", { "content-type": "text/plain" }, "{}"],
    [406, "POST", { "content-type": "application/json", accept: "text/html" }, "{}"],
    [400, "POST", { "content-type": "application/json" }, "{"],
    [413, "POST", { "content-type": "application/json", "content-length": "99999999" }, "{}"],
  ])("can read a refusal with %s", async (status, method, headers, body) => {
    const response = await ask({ origins: [app] }, method, { ...headers, origin: app }, body);
    expect(response.status).toBe(status);
    expect(corsHeaders(response)).toEqual({
      "access-control-allow-origin": app,
      "access-control-expose-headers": "retry-after",
      vary: "accept, origin",
    });
    expect(await response.json()).toHaveProperty("code");
  });
});

test.each(["https://evil.example", "https://app.example.evil.example", "http://app.example", "null"])(
  "a page of %s is allowed nothing, and caches know why",
  async (origin) => {
    for (const response of [
      await preflight({ origins: [app] }, origin),
      await post({ origins: [app] }, origin),
    ]) {
      expect(corsHeaders(response)).toEqual({ vary: expect.stringContaining("origin") });
    }
  },
);

test("a request that no page made is answered, and its answer is not kept for a page", async () => {
  const response = await post({ origins: [app] }, undefined);
  expect(response.status).toBe(200);
  expect(corsHeaders(response)).toEqual({ vary: "accept, origin" });
});

test("every page may where all may, whoever asks", async () => {
  const response = await post({ origins: "*" }, app);
  expect(corsHeaders(response)).toMatchObject({ "access-control-allow-origin": "*", vary: "accept" });
});

test("no page may unless asked", async () => {
  expect(corsHeaders(await preflight(undefined, app))).toEqual({});
  expect(corsHeaders(await post(undefined, app))).toEqual({ vary: "accept" });
});

test.each([
  ["https://app.example/", 'did you mean "https://app.example"?'],
  ["https://app.example/path", 'did you mean "https://app.example"?'],
  ["https://App.example", 'did you mean "https://app.example"?'],
  ["https://app.example:443", 'did you mean "https://app.example"?'],
  ["app.example", "such as https://app.example"],
  ["null", "such as https://app.example"],
  ["*", 'for every page, give "*" itself'],
])("%s is no origin, and the error says what would be", (origin, hint) => {
  expect(() => toFetchHandler(agent, { cors: { origins: [origin] } })).toThrow(hint);
});

test("schemes of apps are origins too; credentials for everybody are refused", () => {
  const origins = ["capacitor://localhost", "chrome-extension://abc", "http://localhost:5173"];
  expect(() => toFetchHandler(agent, { cors: { origins } })).not.toThrow();
  expect(() => toFetchHandler(agent, { cors: { origins: "*", credentials: true } })).toThrow("credentials");
});

test("a page cannot send a run without a content type, which it could to any origin", async () => {
  const request = () =>
    new Request("https://agents.example/", {
      method: "POST",
      body: new Blob([JSON.stringify(createRunInput({ threadId: "t" }))]),
    });
  const fromPage = request();
  fromPage.headers.set("origin", "https://evil.example");
  expect(fromPage.headers.has("content-type")).toBe(false);
  expect((await toFetchHandler(agent)(fromPage)).status).toBe(415);
  expect((await toFetchHandler(agent)(request())).status).toBe(200);
});
