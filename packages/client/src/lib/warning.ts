/** Something odd that was survived; `code` names the kind. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  /** The place inside the event or input, where there is one. */
  readonly path?: string;
}

/** Receives every warning; the console default shows each kind once per run. */
export type OnWarning = (warning: Warning) => void;
