import { createParser } from "eventsource-parser";
import { serving } from "./streams.ts";

/** The least that any client must do: parse the frames and the JSON, and append the text. */
export async function floor(chunks: readonly Uint8Array[]): Promise<string> {
  let text = "";
  const parser = createParser({
    onEvent: ({ data }) => {
      const event: { delta?: unknown } = JSON.parse(data);
      if (typeof event.delta === "string") text += event.delta;
    },
  });
  const decoder = new TextDecoder();
  const { body } = await serving(chunks)("http://agent.test/");
  const reader = body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) return text;
    parser.feed(decoder.decode(value, { stream: true }));
  }
}
