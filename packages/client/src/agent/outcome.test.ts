import { expect, test } from "vitest";
import { isProtocolError } from "../errors.ts";
import { createRunInput } from "./create-run-input.ts";
import { cancelled, interrupt, interruptsOf, resolved, success, validateOutcome } from "./outcome.ts";

function thrownBy(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

test("a success carries its result, and a false one too", () => {
  expect(success()).toEqual({ type: "success" });
  expect(success(0)).toEqual({ type: "success", result: 0 });
});

test("an empty interrupt list is refused by name", () => {
  const error = thrownBy(() => validateOutcome(interrupt([])));
  expect(isProtocolError(error) && error.rule).toBe("empty-interrupts");
  expect(String(error)).toContain("`interrupt` requires at least one interrupt");
});

test("an interrupt list that uses an id twice is refused and names the id", () => {
  const ask = { id: "a", reason: "tool_approval" };
  const error = thrownBy(() => validateOutcome(interrupt([ask, { ...ask, id: "b" }, ask])));
  expect(isProtocolError(error) && [error.rule, ...error.ids]).toEqual(["duplicate-interrupt", "a"]);
});

test("other outcomes are valid", () => {
  for (const outcome of [success(), cancelled(), interrupt([{ id: "a", reason: "r" }])]) {
    expect(thrownBy(() => validateOutcome(outcome))).toBeUndefined();
  }
});

test("cancelled is the outcome without an id and the declining answer with one", () => {
  expect(cancelled()).toEqual({ type: "cancelled" });
  expect(cancelled("a", { metadata: { by: "ada" } })).toEqual({
    interruptId: "a",
    status: "cancelled",
    metadata: { by: "ada" },
  });
});

test("a null payload is left out of an answer, a falsy one is not", () => {
  expect(resolved("a", null)).toEqual({ interruptId: "a", status: "resolved" });
  expect(resolved("a")).toEqual({ interruptId: "a", status: "resolved" });
  for (const payload of [false, 0, ""]) {
    expect(resolved("a", payload)).toEqual({ interruptId: "a", status: "resolved", payload });
  }
});

test("the interrupts of a run are those of its interrupt outcome only", () => {
  const asks = [{ id: "a", reason: "r" }];
  const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r" } as const;
  expect(interruptsOf({ ...finished, outcome: interrupt({ id: "a", reason: "r" }) })).toEqual(asks);
  expect(interruptsOf({ ...finished, outcome: interrupt(asks) })).toEqual(asks);
  expect(interruptsOf(interrupt(asks))).toEqual(asks);
  expect(interruptsOf(finished)).toEqual([]);
  expect(interruptsOf({ ...finished, outcome: { type: "success" } })).toEqual([]);
  expect(interruptsOf({ type: "RUN_ERROR", message: "no" })).toEqual([]);
  expect(interruptsOf(undefined)).toEqual([]);
});

test("a run input is filled with lists and objects, never with null", () => {
  const input = createRunInput({ threadId: "t", runId: "r" });
  expect(input).toEqual({
    threadId: "t",
    runId: "r",
    protocolVersion: "1.1",
    state: {},
    messages: [],
    tools: [],
    context: [],
    forwardedProps: {},
  });
  expect(createRunInput({ threadId: "t" }).runId).not.toBe(createRunInput({ threadId: "t" }).runId);
});
