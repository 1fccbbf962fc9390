import type { FieldError } from "@holdpoint/client";
import { expect, test } from "vitest";
import { defaultMessages } from "../messages.ts";
import { germanMessages } from "./de.ts";

const AT = new Date("2030-01-01T12:00:00Z");
/** Enough of everything that any sentence asks for. */
const samples = (words: unknown, count: number): string => {
  if (typeof words !== "function") return String(words);
  const sample = words.length > 1 ? [count, count + 2] : [count];
  return String(words(...sample));
};
const withText = new Set(["decidedAt", "expired", "fault"]);

test("has each sentence, in the shape of the English one, and in German", () => {
  expect(Object.keys(germanMessages).sort()).toEqual(Object.keys(defaultMessages).sort());
  const german: Record<string, unknown> = { ...germanMessages };
  for (const [key, english] of Object.entries(defaultMessages)) {
    expect(typeof german[key], key).toBe(typeof english);
    if (withText.has(key)) continue;
    for (const count of [1, 3]) {
      const [one, other] = [samples(english, count), samples(german[key], count)];
      expect(other, key).not.toBe("");
      // Some words are the same in both, and what stands alone in brackets is the agent's.
      if (!/^(roleAgent|roleSystem|attachment|details)$/.test(key)) expect(other, key).not.toBe(one);
    }
  }
});

test("tells one from many, and times as they are written in German", () => {
  expect(germanMessages.send(1)).toBe("1 Antwort senden");
  expect(germanMessages.send(3)).toBe("3 Antworten senden");
  expect(germanMessages.sending(1)).toBe("Eine Antwort wird gesendet...");
  expect(germanMessages.timeLeft(90_000)).toBe("Verbleibende Zeit: 1 Minute 30 Sekunden.");
  expect(germanMessages.decidedAt(AT)).toContain("2030");
  expect(germanMessages.expired(AT)).toMatch(/ um \d\d:\d\d Uhr abgelaufen/);
  expect(germanMessages.attachment("image")).toBe("[Bild]");
  expect(germanMessages.attachment("hologram")).toBe("[hologram]");
});

const fault = (keyword: string, params: FieldError["params"] = {}): string =>
  germanMessages.fault({ path: [], keyword, params, message: "The agent's own words." });

test("words the faults of answers by their keyword, and keeps the agent's own words", () => {
  expect(fault("required")).toBe("Das wird gebraucht.");
  expect(fault("minimum", { limit: 3, integer: true })).toBe("Bitte eine ganze Zahl ab 3 eingeben.");
  expect(fault("maximum", { limit: 9, minimum: 1, maximum: 9 })).toBe(
    "Bitte eine Zahl von 1 bis 9 eingeben.",
  );
  expect(fault("minLength", { limit: 1 })).toBe("Bitte einen Text eingeben.");
  expect(fault("format", { format: "email" })).toContain("name@example.com");
  expect(fault("format", { format: "hostname" })).toContain("hostname");
  expect(fault("type", { type: ["string", "null"] })).toBe("Bitte einen Text eingeben.");
  expect(fault("type", { type: "null" })).toBe("Bitte leer lassen.");
  expect(fault("const", { value: "x" })).toBe('Das muss "x" sein.');
  for (const keyword of ["server", "custom", "constructor", "__proto__"]) {
    expect(fault(keyword)).toBe("The agent's own words.");
  }
});
