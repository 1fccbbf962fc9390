import { httpTransport, isTransportError, type RunEnd, TransportError } from "@holdpoint/client";
import { expect, vi } from "vitest";
import { toBytes } from "./support/chunks.ts";
import { createClient, readEvents, readEveryChunking, textOf } from "./support/client.ts";
import { fieldCase, variant, type WireEvent } from "./support/field-case.ts";
import { asks, succeeds } from "./support/scripted.ts";
import { openStream, respond, respondEvents, serve } from "./support/server.ts";

interface Answered {
  readonly name: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | null;
  readonly bodyStream?: string;
  readonly redirected?: boolean;
}

function toResponse({ status, headers, body = null, bodyStream, redirected }: Answered): Response {
  const response = respond(body, { status, headers });
  // What no constructor gives: a platform without streams, and a redirect that was followed.
  if (bodyStream === "undefined") Object.defineProperty(response, "body", { value: undefined });
  if (redirected !== undefined) Object.defineProperty(response, "redirected", { value: redirected });
  return response;
}

async function runAgainst(answered: Answered): Promise<RunEnd> {
  const { fetch } = serve(() => toResponse(answered));
  const client = createClient({ transport: httpTransport({ url: "/agent" }), environment: { fetch } });
  const thread = client.thread("t1");
  const end = await thread.run({ runId: "r1" });
  expect(thread.get().status).toBe(end.status);
  return end;
}

fieldCase<{ responses: readonly Answered[] }, Readonly<Record<string, string>>>(
  "29-not-an-event-stream",
  async ({ responses }, expected) => {
    const refusal = async (name: string): Promise<TransportError> => {
      const { status, error } = await runAgainst(variant(responses, name));
      expect(status, name).toBe("unstarted");
      if (!isTransportError(error)) throw new Error(`${name}: no TransportError but ${String(error)}`);
      expect(error.cause, name).toBeUndefined();
      return error;
    };
    expect(await refusal("html")).toMatchObject({
      status: 200,
      contentType: "text/html; charset=utf-8",
      excerpt: expect.stringContaining("Sign in"),
    });
    expect(await refusal("json")).toMatchObject({
      status: 200,
      contentType: "application/json",
      excerpt: expect.stringContaining("agent not found"),
    });
    expect(await refusal("no-content")).toMatchObject({ status: 204 });
    expect(await refusal("redirected-login")).toMatchObject({ status: 200, excerpt: "<form>" });
    // A clear error: that nothing came, not that a connection broke.
    expect((await refusal("no-body-stream")).message).toContain("nothing");

    const served = variant(responses, "sse-with-params");
    expect((await runAgainst(served)).status).toBe(expected[served.name]);
    const seen = await readEveryChunking(toBytes(served.body ?? ""));
    expect(textOf(seen, "m1")).toBe("Hello");
  },
);

interface Expired {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

fieldCase<
  { tokens: readonly string[]; steps: readonly { do: string }[]; responses: readonly Expired[] },
  { authorizationPerRequest: readonly string[] }
>("65-headers-per-request", async ({ tokens, steps, responses }, expected) => {
  expect(steps.map((step) => step.do)).toEqual(["send", "send", "resume"]);
  const [expired] = responses;
  const { fetch, requests } = serve(
    () => respond(expired?.body ?? "", { status: expired?.status ?? 0, headers: { ...expired?.headers } }),
    ({ input }) => respondEvents(asks({ id: "sure", reason: "confirmation" })(input)),
    ({ input }) => respondEvents(succeeds(input)),
  );
  const rest = [...tokens];
  let token = rest.shift();
  const accept = "text/event-stream, application/problem+json";
  const transport = httpTransport({
    url: "/agent",
    credentials: "include",
    headers: async () => ({ Authorization: `Bearer ${token}`, Accept: accept }),
  });
  const thread = createClient({ transport, environment: { fetch } }).thread("t1");

  const refused = await thread.send("go");
  expect(refused.status).toBe("unstarted");
  expect(isTransportError(refused.error) && refused.error.status).toBe(expired?.status);
  expect(requests).toHaveLength(1);
  token = rest.shift();
  expect((await thread.send("go")).status).toBe("interrupted");
  thread.approvals.answer("sure", true);
  expect((await thread.approvals.submit()).status).toBe("success");

  expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual(
    expected.authorizationPerRequest,
  );
  expect(requests.map(({ init }) => init.credentials)).toEqual(["include", "include", "include"]);
  expect(requests.map(({ headers }) => headers.get("accept"))).toEqual([accept, accept, accept]);
  await expectHeadersThrowBeforeRequest();
});

async function expectHeadersThrowBeforeRequest(): Promise<void> {
  const { fetch, requests } = serve();
  const cause = new Error("signed out");
  const transport = httpTransport({ url: "/agent", headers: () => Promise.reject(cause) });
  const end = await createClient({ transport, environment: { fetch } }).thread("t1").send("go");
  expect(end.status).toBe("unstarted");
  expect(end.error).toBeInstanceOf(TransportError);
  expect(end.error?.cause).toBe(cause);
  expect(requests).toEqual([]);
}

interface Scheduled {
  readonly sseText?: string;
  readonly do?: string;
}

fieldCase<
  {
    schedule: readonly Scheduled[];
    variants: readonly { name: string; events?: readonly WireEvent[] }[];
  },
  { status: string; text: string }
>("67-stop-is-not-an-error", async ({ schedule, variants }, expected) => {
  const rejections: unknown[] = [];
  const note = (reason: unknown): unknown => rejections.push(reason);
  process.on("unhandledRejection", note);
  const before = schedule.findIndex((each) => each.do === "stop");
  const send = (parts: readonly Scheduled[], write: (text: string) => void): void => {
    for (const { sseText } of parts) if (sseText !== undefined) write(sseText);
  };

  const stream = openStream();
  const { fetch } = serve(
    () => stream.response,
    ({ input }) => respondEvents(succeeds(input)),
  );
  const client = createClient({ transport: httpTransport({ url: "/agent" }), environment: { fetch } });
  const thread = client.thread("t1");
  const types: string[] = [];
  thread.onEvent(({ type }) => types.push(type));
  const ending = thread.send("go", { runId: "r1" });
  send(schedule.slice(0, before), stream.write);
  await vi.waitFor(() => expect(thread.message("m1").get()?.content).toBe(expected.text));
  thread.stop();
  expect(thread.get()).toMatchObject({ status: expected.status });
  send(schedule.slice(before), stream.write);
  stream.close();
  const end = await ending;
  expect(end).toEqual({ status: expected.status, runId: "r1" });
  expect(thread.get().error).toBeUndefined();
  expect(thread.message("m1").get()).toMatchObject({ content: expected.text, phase: "incomplete" });
  expect(types).toEqual(["RUN_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT"]);
  await vi.waitFor(() => expect(stream.isCancelled()).toBe(true));
  expect((await thread.send("again")).status).toBe("success");

  expect(variants.map(({ name }) => name)).toEqual([
    "stop-before-headers",
    "stop-twice",
    "stop-after-finish",
    "server-confirms-cancel",
  ]);
  await stopBeforeHeaders();
  await stopTwice();
  await stopAfterFinish();
  const { events = [] } = variant(variants, "server-confirms-cancel");
  const confirmed = await readEvents(events);
  expect(confirmed.end).toEqual({ status: "cancelled", runId: "r1" });
  expect(confirmed.snapshot.status).toBe("cancelled");
  expect(textOf(confirmed, "m1")).toBe("Hello");

  process.off("unhandledRejection", note);
  expect(rejections).toEqual([]);
});

function threadFor(...answers: Parameters<typeof serve>) {
  const { fetch, requests } = serve(...answers);
  const client = createClient({ transport: httpTransport({ url: "/agent" }), environment: { fetch } });
  return { thread: client.thread("t1"), requests };
}

async function stopBeforeHeaders(): Promise<void> {
  const { thread, requests } = threadFor(
    ({ init }) =>
      new Promise((_, reject) => {
        init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      }),
  );
  const ending = thread.send("go", { runId: "r1" });
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  thread.stop();
  expect(await ending).toEqual({ status: "stopped", runId: "r1" });
  expect(thread.get().error).toBeUndefined();
}

async function stopTwice(): Promise<void> {
  const stream = openStream();
  const { thread, requests } = threadFor(() => stream.response);
  const ending = thread.send("go", { runId: "r1" });
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  thread.stop();
  thread.stop();
  expect(await ending).toEqual({ status: "stopped", runId: "r1" });
  thread.stop();
  expect(thread.get().status).toBe("stopped");
}

async function stopAfterFinish(): Promise<void> {
  const { thread } = threadFor(({ input }) => respondEvents(succeeds(input)));
  const { status } = await thread.send("go");
  thread.stop();
  expect([status, thread.get().status]).toEqual(["success", "success"]);
}
