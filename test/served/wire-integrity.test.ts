/** What an agent sends is what a client has, whatever is in it and wherever the network cuts it. */
import { createRunInput, defineAgent } from "@holdpoint/client/agent";
import { describe, expect, it } from "vitest";
import { serve } from "../support/serve-agent.ts";
import { framesOf, talk } from "./support/talk.ts";

describe("over real HTTP", () => {
  it.each([
    [
      "the frames' own delimiters",
      'data: {"type":"RUN_ERROR"}\n\nevent: x\r\n\r\n: comment\rid: 1\n\ndata:\u2028\u2029',
    ],
    ["control characters, quotes and slashes", '\u0000\u0007\u001f"\\/\u007f\ufeff'],
    ["nothing", ""],
  ])("text with %s arrives as it was said", async (_, text) => {
    const agent = defineAgent(async (ctx) => void ctx.say(text));
    const { thread, end } = await talk(agent, text || "Go");
    expect(end).toMatchObject({ status: "success" });
    expect(thread.get().messages.map(({ content }) => content)).toEqual([text || "Go", text]);
  });

  it("a long text of wide characters, in pieces of all lengths, is put together whole", async () => {
    const characters = [..."añ漢👩‍🚀é🏳️‍🌈ß𝔘"];
    const words = Array.from({ length: 20_000 }, (_, at) => characters[at % characters.length]).join("");
    const agent = defineAgent(async (ctx) => {
      const message = ctx.message();
      const rest = [...words];
      for (let length = 1; rest.length > 0; length = (length % 97) + 1) {
        message.delta(rest.splice(0, length).join(""));
        if (length % 7 === 0) await ctx.drained();
      }
    });
    const { thread } = await talk(agent);
    expect(thread.get().messages.at(-1)?.content).toBe(words);
  });

  it("a state larger than any chunk of the network arrives whole", async () => {
    const board = Object.fromEntries(
      Array.from({ length: 2000 }, (_, at) => [`card ${at}`, { text: `é${"x".repeat(1000)}`, at }]),
    );
    const agent = defineAgent(async (ctx) => ctx.setState(board));
    const { thread } = await talk(agent);
    expect(thread.state.get()).toEqual(board);
  });

  it("state may change in the middle of a message", async () => {
    const agent = defineAgent(async (ctx) => {
      const message = ctx.message();
      for (const at of [1, 2, 3]) {
        message.delta(`${at} `);
        ctx.setState({ at });
      }
      message.end();
    });
    const { thread, events } = await talk(agent);
    expect(thread.get().messages.at(-1)?.content).toBe("1 2 3 ");
    expect(thread.state.get()).toEqual({ at: 3 });
    const middle = events.slice(2, -2).map(({ type }) => type.startsWith("STATE_"));
    expect(middle).toEqual([false, true, false, true, false, true]);
  });

  it("what is absent is left out of a frame, never null, and the type comes first", async () => {
    const url = await serve(
      defineAgent(async (ctx) => {
        ctx.say("hello");
        ctx.toolCall("look").result("r");
        const absent: object = { name: undefined, metadata: undefined };
        ctx.emit({ type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant", ...absent });
        ctx.emit({ type: "TEXT_MESSAGE_END", messageId: "m" });
      }),
    );
    const frames = await framesOf(url, createRunInput({ threadId: "t" }));
    expect(frames.length).toBeGreaterThan(8);
    for (const frame of frames) {
      expect(Object.keys(frame)[0]).toBe("type");
      expect(JSON.stringify(frame)).not.toContain("null");
    }
  });
});
