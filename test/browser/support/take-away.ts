import type { BrowserContext } from "playwright-core";

/** A part of the platform by which tabs agree, and which not every browser has. */
export type Lack = "locks" | "channel";

const SCRIPTS: Readonly<Record<Lack, string>> = {
  locks: 'Object.defineProperty(Navigator.prototype, "locks", { value: undefined });',
  channel: "delete globalThis.BroadcastChannel;",
};

/** Takes parts of the platform away, before the first page opens. */
export async function takeAway(context: BrowserContext, lacks: readonly Lack[]): Promise<void> {
  for (const lack of lacks) await context.addInitScript(SCRIPTS[lack]);
}
