import { isProtocolError } from "@holdpoint/client";
import { expect } from "vitest";
import type { Observed } from "./drive.ts";
import { CODES, factsOf } from "./facts.ts";
import type { Expectation } from "./stream-file.ts";

const COMPLETED = ["success", "interrupted", "cancelled", "failed"];

/** Holds what was observed against every expectation of the stream. */
export function judge(want: Expectation, seen: Observed): void {
  const { end } = seen;
  const outcome = COMPLETED.includes(end.status) ? "completed" : "failed";
  expect(outcome, `ended ${end.status}: ${end.error?.message}`).toBe(want.outcome);
  if (want.errorContains !== undefined) {
    const rule = isProtocolError(end.error) ? end.error.rule : end.status;
    expectFacts(want.errorContains, [{ code: rule, text: `${end.error?.message}` }]);
  }
  const types = seen.events.map((event) => event.type);
  if (want.eventTypes !== undefined) expect(types).toEqual(want.eventTypes);
  for (const type of want.eventTypesAbsent ?? []) expect(types).not.toContain(type);
  for (const [path, value] of Object.entries(want.eventPaths ?? {}))
    expect(at(seen.events, path), path).toEqual(value);
  for (const path of want.eventAbsentPaths ?? []) expect(at(seen.events, path), path).toBeUndefined();
  const warnings = seen.warnings.map(({ code, message, path }) => ({
    code,
    text: `${message} ${path ?? ""}`,
  }));
  for (const text of want.warnings ?? []) expectFacts(text, warnings);
  if (want.noWarnings) expect(warnings).toEqual([]);
  if (want.messageCount !== undefined) expect(seen.messages).toHaveLength(want.messageCount);
  if (want.messages !== undefined) expectSubset(seen.messages, want.messages, "messages");
  if ("state" in want) expectSubset(seen.state, want.state, "state");
  if (want.request !== undefined) expectSubset(seen.request, want.request, "request");
  for (const path of want.requestAbsentPaths ?? []) expect(at(seen.request, path), path).toBeUndefined();
  if (want.runError !== undefined) {
    const errors = seen.events.flatMap((event) => (event.type === "RUN_ERROR" ? [event.message] : []));
    const part = want.runError === true ? "" : want.runError;
    expect(errors.some((message) => message.includes(part))).toBe(true);
  }
}

function expectFacts(text: string, said: readonly { code: string; text: string }[]): void {
  const code = CODES[text];
  const facts = factsOf(text);
  expect(code !== undefined || facts.length > 0, `"${text}" holds no fact to look for`).toBe(true);
  const holds = said.some((each) =>
    code === undefined ? facts.every((fact) => each.text.includes(fact)) : each.code === code,
  );
  expect(holds, `"${text}" (${code ?? facts.join(", ")}) in ${JSON.stringify(said)}`).toBe(true);
}

function at(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (here, key) => (typeof here === "object" && here !== null ? Reflect.get(here, key) : undefined),
      value,
    );
}

/** Arrays of the same length, objects on the named keys. */
function expectSubset(seen: unknown, want: unknown, path: string): void {
  if (Array.isArray(want)) {
    expect(Array.isArray(seen) ? seen.length : seen, path).toBe(want.length);
    want.forEach((each, index) => {
      expectSubset(at(seen, String(index)), each, `${path}.${index}`);
    });
  } else if (typeof want === "object" && want !== null) {
    for (const [key, value] of Object.entries(want)) {
      expectSubset(
        typeof seen === "object" && seen !== null ? Reflect.get(seen, key) : undefined,
        value,
        `${path}.${key}`,
      );
    }
  } else {
    expect(seen, path).toEqual(want);
  }
}
