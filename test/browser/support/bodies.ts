import type { RunAgentInput } from "@holdpoint/client";
import { expect } from "vitest";
import type { Post } from "./proxy.ts";

export function toInput({ body }: Pick<Post, "body">): RunAgentInput {
  const input: RunAgentInput = JSON.parse(body);
  return input;
}

/** The `resume` member as it was written, to the byte. */
export const resumeText = (post: Pick<Post, "body">): string => JSON.stringify(toInput(post).resume);

/** Where a body says `null`. An answer's payload is the person's own and may. */
function nullPlaces(value: unknown, path: string): string[] {
  if (value === null) return [path];
  if (typeof value !== "object" || /^body\.resume\.\d+\.payload$/.test(path)) return [];
  return Object.entries(value).flatMap(([key, inner]) => nullPlaces(inner, `${path}.${key}`));
}

/** What every body of one thread has to be, and what no answer may change. */
export function expectOneThread(posts: readonly Post[]): void {
  const inputs = posts.map(toInput);
  const first = inputs[0];
  for (const input of inputs) {
    expect(input).toMatchObject({
      threadId: first?.threadId,
      messages: expect.any(Array),
      tools: [],
      context: [],
      forwardedProps: {},
    });
    expect(input.state).toEqual(expect.any(Object));
    expect(nullPlaces(input, "body")).toEqual([]);
  }
  expect(new Set(inputs.map(({ runId }) => runId)).size).toBe(inputs.length);
}

/** The person's own messages in a body. */
export const userTexts = (post: Pick<Post, "body">): unknown[] =>
  toInput(post).messages.flatMap((message) => (message.role === "user" ? [message.content] : []));
