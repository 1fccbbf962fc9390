import { callAll } from "./publisher.ts";

/** Something odd that was survived; `code` names the kind. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  /** The place inside the event or input, where there is one. */
  readonly path?: string;
  /** What went wrong, where there is more to know of it. */
  readonly error?: Error;
}

/** Receives every warning; the console default shows each kind once per run. */
export type OnWarning = (warning: Warning) => void;

/** The app's own receiver; what it throws ends no run. */
export const isolated = (onWarning: OnWarning): OnWarning => {
  return (warning) => callAll([onWarning], warning);
};

/** The default: each kind once on the console, for one run. */
export const consoleWarnings = (): OnWarning => {
  const seen = new Set<string>();
  return (warning) => {
    if (seen.has(warning.code)) return;
    seen.add(warning.code);
    console.warn(`[holdpoint] ${warning.message}`);
  };
};
