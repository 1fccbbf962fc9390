import { expect, it } from "vitest";
import { codeIn, exampleApp, sectionOf } from "./support/example-app.ts";

/** The first example below a heading. */
const exampleOf = (heading: string): string =>
  codeIn(sectionOf("packages/react/README.md", `## ${heading}`), "tsx")[0] ?? "";

it("what the README shows of cards and parts compiles against the built packages", {
  timeout: 120_000,
}, () => {
  const files = {
    "cards.tsx": exampleOf("Cards of your own"),
    "desk.tsx": exampleOf("The parts beside the panel"),
  };
  for (const [name, text] of Object.entries(files)) expect(text, name).toContain("export function");
  const { write, compile } = exampleApp("readme-kit", files, {
    packages: ["client", "react"],
    lib: ["es2023", "dom", "dom.iterable"],
  });
  write();
  expect(compile()).toBe("");
});
