import type { RunContext } from "@holdpoint/client/agent";

const WORDS_PER_DELTA = 2;

/** Says a text in a few pieces, as a model would. */
export function speak(ctx: Pick<RunContext<unknown>, "message">, text: string): void {
  const message = ctx.message();
  const words = text.split(/(?<= )/);
  for (let at = 0; at < words.length; at += WORDS_PER_DELTA) {
    message.delta(words.slice(at, at + WORDS_PER_DELTA).join(""));
  }
  message.end();
}
