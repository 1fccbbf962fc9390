import type { AgentEvent } from "../protocol/events.ts";

/** One way to write a run's events as bytes, for the clients that accept its media type. */
export interface EventFormat {
  /** In lower case, without parameters. */
  readonly mediaType: string;
  /** The bytes of one event. Throws for an event that they cannot carry as it is. */
  encode(event: AgentEvent): Uint8Array;
  /** The bytes that say nothing, sent to keep a silent connection open; a format without them cannot. */
  readonly comment?: Uint8Array;
}
