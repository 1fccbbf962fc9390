import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { JsonText } from "./json-text.tsx";

afterEach(cleanup);

const shown = (value: unknown): string => {
  render(<JsonText value={value} label="Value" />);
  return screen.getByRole("region", { name: "Value" }).textContent ?? "";
};

test.each<[string, unknown]>([
  ["an object", { a: "x", b: [1, true, null, { c: [] }], "d e": {} }],
  ["what an object of the page may hold", { a: undefined, b: [undefined, 1] }],
  ["a text", 'say "hi"'],
])("shows the very JSON text of %s", (_, value) => {
  expect(shown(value)).toBe(JSON.stringify(value));
});

test("shows something of what is no JSON, or too deep or too long to be laid out", () => {
  expect(shown(undefined)).toBe("undefined");
  cleanup();
  let deep: unknown = 1;
  for (let depth = 0; depth < 200; depth++) deep = { deep };
  expect(shown(deep)).toBe(JSON.stringify(deep));
  cleanup();
  for (let depth = 0; depth < 50_000; depth++) deep = [deep];
  expect(shown(deep)).not.toBe("");
  cleanup();
  const long = Array.from({ length: 50_000 }, (_, index) => index);
  expect(shown(long)).toBe(JSON.stringify(long));
  expect(document.querySelectorAll("pre *")).toHaveLength(0);
});
