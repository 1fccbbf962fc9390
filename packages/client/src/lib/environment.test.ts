import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deviceClock, LONGEST_TIMER_MS } from "./environment.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

it("the device's timers ring once, in time, and not when cancelled", () => {
  const ring = vi.fn();
  const cancelled = vi.fn();
  deviceClock.timer(ring, 1000);
  deviceClock.timer(cancelled, 1000)();
  vi.advanceTimersByTime(999);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(deviceClock.now()).toBe(1000);
  vi.advanceTimersByTime(10_000);
  expect(ring).toHaveBeenCalledTimes(1);
  expect(cancelled).not.toHaveBeenCalled();
});

it("a wait of years does not ring at once, as the platform would have it", () => {
  const ring = vi.fn();
  deviceClock.timer(ring, 2 * LONGEST_TIMER_MS);
  vi.advanceTimersByTime(LONGEST_TIMER_MS - 1);
  expect(ring).not.toHaveBeenCalled();
});
