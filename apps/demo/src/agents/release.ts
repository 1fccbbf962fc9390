import type { Interrupt, ResumeEntry } from "@holdpoint/client";
import { defineAgent, interrupt, success } from "@holdpoint/client/agent";
import { member } from "./json.ts";
import { speak } from "./speak.ts";

const RUN_MIGRATION: Interrupt = {
  id: "run-migration",
  // Without a schema: Yes and No are the answers.
  reason: "confirmation",
  message: "Run the database migration first?",
};

const NAME_VERSION: Interrupt = {
  id: "name-version",
  reason: "input_required",
  message: "Which version is this?",
  responseSchema: {
    type: "object",
    properties: {
      version: {
        type: "string",
        title: "Version",
        description: "Such as 2.4.0",
        pattern: "^\\d+\\.\\d+\\.\\d+$",
      },
      notes: { type: "string", title: "Release notes" },
    },
    required: ["version"],
  },
};

const CHOOSE_GROUP: Interrupt = {
  id: "choose-group",
  reason: "input_required",
  message: "Who gets it first?",
  responseSchema: {
    type: "object",
    properties: {
      group: { type: "string", title: "Rollout group", enum: ["Staff", "One in ten", "Everyone"] },
    },
    required: ["group"],
  },
};

const QUESTIONS = [RUN_MIGRATION, NAME_VERSION, CHOOSE_GROUP];

/** Needs three answers of different kinds in one request, and asks again for whichever is missing. */
export const releaseAgent = defineAgent(async (ctx) => {
  const answers = QUESTIONS.map(({ id }) => ctx.resumeFor(id));
  const missing = QUESTIONS.filter((_, at) => answers[at] === undefined);
  if (missing.length > 0) {
    speak(ctx, toRequest(missing.length));
    return interrupt(missing);
  }
  if (answers.some((answer) => answer?.status === "cancelled")) {
    speak(ctx, "Nothing was released.");
    return success();
  }
  const [migration, named, chosen] = answers.map((answer: ResumeEntry | undefined) => answer?.payload);
  const version = member(named, "version");
  const group = member(chosen, "group");
  if (typeof migration !== "boolean" || typeof version !== "string" || typeof group !== "string") {
    throw new Error("The migration, the version or the group cannot be read. Please answer again.");
  }
  speak(ctx, migration ? "Migrated the database." : "Left the database as it is.");
  speak(ctx, `Released ${version} to ${group.toLowerCase()}.`);
  return success();
});

function toRequest(missing: number): string {
  if (missing === QUESTIONS.length) return "Three decisions are yours before this release goes out.";
  return missing === 1 ? "One answer is still missing." : `${missing} answers are still missing.`;
}
