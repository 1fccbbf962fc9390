import { act, cleanup, render, screen } from "@testing-library/react";
import { type ReactElement, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ExpiryNotice, type ExpiryNoticeProps } from "../index.ts";

const START = Date.parse("2030-01-01T12:00:00Z");
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const notice = (props: ExpiryNoticeProps): ReactElement => (
  <StrictMode>
    <ExpiryNotice {...props} />
  </StrictMode>
);

/** Lets time pass, and gives all that was said aloud meanwhile. */
function pass(ms: number): string[] {
  const said: string[] = [];
  const region = (role: string) => `${role}: ${document.querySelector(`body > [role=${role}]`)?.textContent}`;
  let before = ["status", "alert"].map(region);
  for (let done = 0; done < ms; done += 1000) {
    act(() => vi.advanceTimersByTime(1000));
    const now = ["status", "alert"].map(region);
    said.push(...now.filter((words, at) => words !== before[at] && !words.endsWith(": ")));
    before = now;
  }
  return said;
}

test("is announced at five minutes, at one and, cutting in, at the end; not each second", () => {
  render(notice({ expiresAt: START + 6 * MINUTE, label: "Deploy?" }));
  expect(screen.getByRole("timer").textContent).toBe("Time left: 6 minutes.");
  expect(pass(59_000)).toEqual([]);
  expect(pass(2000)).toEqual(["status: Deploy? Time left: 5 minutes."]);
  expect(pass(3 * MINUTE)).toEqual([]);
  expect(pass(MINUTE)).toEqual(["status: Deploy? Time left: 1 minute."]);
  expect(pass(MINUTE)).toEqual([expect.stringMatching(/^alert: Deploy\? This question expired at /)]);
  expect(screen.queryByRole("timer")).toBeNull();
  expect(screen.getByText(/^This question expired at/)).toBeDefined();
  expect(pass(10 * MINUTE)).toEqual([]);
});

test("says nothing of moments that were over when it came, nor of another deadline's", () => {
  const { rerender } = render(notice({ expiresAt: START + 4 * MINUTE }));
  expect(pass(2 * MINUTE)).toEqual([]);
  rerender(notice({ expiresAt: START + 2.5 * MINUTE }));
  expect(document.querySelector("body > [role=status]")?.textContent).toBe("");
  expect(pass(2000)).toEqual([]);
  expect(pass(MINUTE)).toEqual([expect.stringMatching(/^alert: This question expired/)]);
});

test("is silent where a panel speaks of the deadline", () => {
  render(notice({ expiresAt: START + 2 * MINUTE, silent: true }));
  expect(pass(3 * MINUTE)).toEqual([]);
  expect(screen.getByText(/^This question expired/)).toBeDefined();
});

test("draws nothing without a deadline, nor on a server; an app draws it another way", () => {
  const { container, rerender } = render(notice({ expiresAt: null }));
  expect(container.innerHTML).toBe("");
  expect(renderToString(notice({ expiresAt: START + MINUTE }))).toBe("");
  const time = ({ left }: { left: number }) => <b>{left / 1000}</b>;
  rerender(notice({ expiresAt: START + MINUTE, parts: { time } }));
  expect(screen.getByText("60").tagName).toBe("B");
});
