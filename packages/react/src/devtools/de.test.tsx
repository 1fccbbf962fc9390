import { say } from "@holdpoint/client/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { hookStage } from "../../../../test/support/hook-stage.tsx";
import { germanInspectorMessages } from "./de.ts";
import { Inspector } from "./index.ts";
import { shellWords } from "./shell-words.ts";
import { panelWords } from "./words.ts";

afterEach(cleanup);

/** What a sentence comes to, with enough of everything that any one asks for. */
function samples(words: unknown, n: number): string {
  if (typeof words === "object") return JSON.stringify(words);
  if (typeof words !== "function") return String(words);
  return String(words(n, n + 2, n + 3));
}
const ends = [{ end: "failed", message: "gone" }, { end: "stopped" }, { end: "closed" }] as const;

test("has each sentence, in the shape of the English one, and in German", () => {
  const english: Record<string, unknown> = { ...shellWords, ...panelWords };
  const german: Record<string, unknown> = { ...germanInspectorMessages };
  expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
  for (const [key, words] of Object.entries(english)) {
    expect(typeof german[key], key).toBe(typeof words);
    // The same in both, or told by what it is about alone.
    if (/^(count|phase|ended)$/.test(key)) continue;
    for (const n of [1, 3]) expect(samples(german[key], n), key).not.toBe(samples(words, n));
  }
  for (const end of ends) expect(germanInspectorMessages.ended(end)).not.toBe(panelWords.ended(end));
});

test("tells one from many", () => {
  const { download, dropped, earlier, exportCut, imported, matches, requestCount } = germanInspectorMessages;
  expect([requestCount(1), requestCount(2)]).toEqual(["1 Anfrage", "2 Anfragen"]);
  expect([matches(1, 1), matches(0, 3)]).toEqual(["1 von 1 Ereignis", "0 von 3 Ereignissen"]);
  expect([download(1), download(2)]).toEqual([
    "1 Lauf als JSONL herunterladen",
    "2 Läufe als JSONL herunterladen",
  ]);
  expect([earlier(1), earlier(9)]).toEqual(["Ein früheres zeigen", "9 frühere zeigen"]);
  expect([exportCut(1), exportCut(2)].map((words) => words.split(" ").slice(0, 3).join(" "))).toEqual([
    "Ein älterer Lauf",
    "2 ältere Läufe",
  ]);
  expect(imported("a.jsonl", 1, 2)).toBe("a.jsonl: 1 Lauf, 2 Ereignisse.");
  expect(dropped(5, "requests")).toBe("Die ältesten 5 Anfragen sind nicht mehr vorhanden.");
});

test("an inspector that is given them has no English word left in what it shows", async () => {
  const { client, thread } = hookStage([[say("Hallo")]]);
  await thread.run();
  render(<Inspector client={client} threadId="t1" defaultOpen messages={germanInspectorMessages} />);
  await screen.findByRole("tab", { name: /^Ereignisse/ });
  const english = Object.values({ ...shellWords, ...panelWords, ...panelWords.tabs }).filter(
    (words) => typeof words === "string" && words !== panelWords.phase,
  );
  const user = userEvent.setup();
  for (const tab of screen.getAllByRole("tab")) {
    await user.click(tab);
    const shown = [...document.querySelectorAll("*")].flatMap((element) => [
      ...[...element.childNodes].flatMap((node) =>
        node.nodeType === 3 ? (node.textContent ?? "").trim() : [],
      ),
      element.getAttribute("aria-label") ?? "",
      element.getAttribute("placeholder") ?? "",
    ]);
    expect(shown.filter((words) => english.includes(words))).toEqual([]);
  }
});
