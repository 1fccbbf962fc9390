import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(`${import.meta.dirname}/devtools.css`, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");

test("the stylesheet reaches nothing outside of the inspector, and loads nothing", () => {
  const selectors = [...css.matchAll(/(?<=^|[{}])([^{}@;]+)\{/g)].flatMap(([, list = ""]) =>
    // A comma within parentheses divides no selectors.
    list.trim().split(/,(?![^(]*\))/),
  );
  expect(selectors.length).toBeGreaterThan(80);
  expect(selectors.filter((selector) => !/^\.hp-dev(?![\w-])/.test(selector.trim()))).toEqual([]);
  expect(css).not.toMatch(/@import|url\(|!important/);
});
