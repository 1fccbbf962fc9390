import type { TokenUsage } from "../protocol/events.ts";

type Counts = Omit<TokenUsage, "provider" | "model">;

const COUNTS = [
  "inputTokens",
  "outputTokens",
  "totalTokens",
  "reasoningTokens",
  "cachedInputTokens",
  "cacheWriteInputTokens",
] as const;

/**
 * Adds up the token usage of several runs over all providers and models. A count that nobody
 * reported stays absent; it is not zero. Source: AG-UI 1.1, events/lifecycle, "Token usage".
 */
export function totalUsage(runs: readonly { readonly usage: readonly TokenUsage[] }[]): Counts {
  const total: Counts = {};
  for (const entry of runs.flatMap((run) => run.usage)) {
    for (const count of COUNTS) {
      const value = entry[count];
      if (value !== undefined) total[count] = (total[count] ?? 0) + value;
    }
  }
  return total;
}
