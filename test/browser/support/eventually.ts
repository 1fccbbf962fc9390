import { expect } from "vitest";

/** Waits until what is read satisfies the assertion; long enough for two busy cores. */
export const eventually = <T>(read: () => T | Promise<T>) =>
  expect.poll(read, { timeout: 20_000, interval: 40 });
