import { render } from "@testing-library/react";
import { createElement, version } from "react";
import { version as domVersion } from "react-dom";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";

test("this lane is the older React throughout", () => {
  expect([version, domVersion]).toEqual(["18.3.1", "18.3.1"]);
  // One that is rendered by another React than it was made with is refused.
  expect(render(createElement("p", null, version)).container.textContent).toBe("18.3.1");
  expect(renderToString(createElement("p"))).toBe("<p></p>");
});
