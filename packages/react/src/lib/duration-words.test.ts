import { expect, test } from "vitest";
import { toDurationWords } from "./duration-words.ts";

test.each([
  [1, "1 second"],
  [59_001, "1 minute"],
  [60_000, "1 minute"],
  [61_000, "1 minute 1 second"],
  [299_999, "5 minutes"],
  [3_600_000, "1 hour"],
  [3_600_001, "1 hour 1 minute"],
  [2 * 86_400_000 + 5 * 3_600_000 + 1, "2 days 5 hours"],
  [86_400_000, "1 day"],
])("%i ms are %s", (milliseconds, words) => {
  expect(toDurationWords(milliseconds, "en")).toBe(words);
});

test("speaks the language that it is asked for", () => {
  expect(toDurationWords(61_000, "de")).toBe("1 Minute 1 Sekunde");
});
