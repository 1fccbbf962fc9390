import { describe, expect, it } from "vitest";
import { describeInterrupt } from "./describe-interrupt.ts";
import type { ApprovalItem } from "./types.ts";

const asked = (fields: object): Pick<ApprovalItem, "interrupt" | "toolCall"> => ({
  interrupt: { id: "i1", reason: "human_feedback", ...fields },
  toolCall: null,
});

describe("describeInterrupt", () => {
  it("takes the agent's own words first", () => {
    const item = asked({ message: "Deploy?", metadata: { prompt: "Other words" } });
    expect(describeInterrupt(item)).toEqual({ question: "Deploy?", source: "message" });
  });

  it.each(["prompt", "question", "message", "title", "text", "description"])(
    "then those at metadata.%s",
    (key) => {
      const item = asked({ message: " ", metadata: { [key]: "Are you sure?" } });
      expect(describeInterrupt(item)).toEqual({ question: "Are you sure?", source: "metadata" });
    },
  );

  it("looks into what a framework keeps under its own name", () => {
    const item = asked({ metadata: { crewai: { output: "Draft v2", question: "Good enough?" } } });
    expect(describeInterrupt(item)).toEqual({
      question: "Good enough?",
      source: "metadata",
      detail: "Draft v2",
    });
  });

  it("then names the tool, in words that can be translated", () => {
    const toolCall = {
      id: "c1",
      name: "deploy",
      arguments: "{}",
      status: "complete",
      messageId: "m1",
      input: {},
    } as const;
    const item = { ...asked({ metadata: { detail: { command: "rm -r build" } } }), toolCall };
    expect(describeInterrupt(item)).toEqual({
      question: "The agent wants to run deploy.",
      source: "tool",
      detail: { command: "rm -r build" },
    });
    const german = { decision: "?", call: (name: string) => `Der Agent möchte ${name} verwenden.` };
    expect(describeInterrupt(item, german).question).toBe("Der Agent möchte deploy verwenden.");
  });

  it("never shows the bare reason, nor anything that is no text", () => {
    const item = asked({ message: "", metadata: { prompt: 7, reason: { topic: "Budget" } } });
    expect(describeInterrupt(item)).toEqual({
      question: "The agent asks for a decision.",
      source: "none",
      detail: { topic: "Budget" },
    });
    expect(describeInterrupt({ toolCall: null }).question).toBe("The agent asks for a decision.");
  });
});
