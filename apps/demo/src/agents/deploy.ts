import type { Interrupt } from "@holdpoint/client";
import { defineAgent, interrupt, success } from "@holdpoint/client/agent";
import { member } from "./json.ts";
import { speak } from "./speak.ts";

const APPROVE_DEPLOY = "approve-deploy";

/** Asks before it deploys, and insists on a build number. */
export const deployAgent = defineAgent(async (ctx) => {
  const answer = ctx.resumeFor(APPROVE_DEPLOY);
  if (!answer) {
    speak(ctx, "Deploying to production needs a human.");
    return interrupt([question(ctx.lastUserText)]);
  }
  if (answer.status === "cancelled") {
    speak(ctx, "Left production alone.");
    return success();
  }
  const build = member(answer.payload, "build");
  if (typeof build !== "number") {
    throw new Error("The build number is missing. Which build should go out?");
  }
  speak(ctx, `Deployed build ${build}.`);
  return success();
});

function question(request = ""): Interrupt {
  const asked = /\d+/.exec(request)?.[0];
  return {
    id: APPROVE_DEPLOY,
    reason: "tool_approval",
    message: `Deploy ${asked === undefined ? "the latest build" : `build ${asked}`} to production?`,
    responseSchema: {
      type: "object",
      properties: {
        // Optional on purpose: leaving it out is valid here, and the agent still refuses it.
        build: { type: "integer", title: "Build number", minimum: 1 },
        note: { type: "string", title: "Note for the log" },
      },
    },
  };
}
