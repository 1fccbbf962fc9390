/** A time since something, in seconds, such as `+0.012 s`. */
export const toOffset = (ms: number): string => `+${toSeconds(Math.max(0, ms))}`;

/** A duration in seconds. */
export const toSeconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 3 : 1)} s`;

/** The time of day, to the second. */
export const toClock = (at: number): string => new Date(at).toLocaleTimeString([], { timeStyle: "medium" });
