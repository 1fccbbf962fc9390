import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { JsonView } from "./json-view.tsx";

afterEach(cleanup);

test("marks what has lines that keep their form, such as a diff, apart from what is one line", () => {
  const diff = "--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new";
  render(<JsonView value={{ title: "Patch", diff, nested: { on: true }, size: 3 }} />);
  expect(
    screen.getAllByRole("definition").map(({ dataset, textContent }) => [dataset.type, textContent]),
  ).toEqual([
    ["string", "Patch"],
    ["lines", diff],
    ["lines", '{\n  "on": true\n}'],
    ["number", "3"],
  ]);
});
