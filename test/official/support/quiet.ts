import { afterEach, beforeEach, vi } from "vitest";

/** The official client says every warning and error on the console; none of it is what is tested here. */
export function silenceConsole(): void {
  beforeEach(() => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    vi.spyOn(console, "error").mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}
