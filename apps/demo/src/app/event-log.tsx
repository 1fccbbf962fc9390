import type { AgentEvent } from "@holdpoint/client";
import { memo } from "react";
import { CopyButton } from "./copy-button.tsx";
import { summarize } from "./summarize.ts";
import { useFollowEnd } from "./use-follow-end.ts";
import type { WireEntry } from "./wire-recorder.ts";

export interface EventLogProps {
  entries: readonly WireEntry[];
  /** Whether the pane around it is unfolded. */
  open: boolean;
}

export function EventLog({ entries, open }: EventLogProps) {
  const scroller = useFollowEnd<HTMLOListElement>(`${entries.length} ${open}`);
  return (
    <section className="wire-part" aria-labelledby="events">
      <div className="wire-head">
        <h3 id="events">Events</h3>
        {entries.length > 0 && <CopyButton label="Copy events" text={() => toLines(entries)} />}
      </div>
      {entries.length === 0 && <p className="wire-empty">Events show here as they come.</p>}
      <ol ref={scroller} className="event-log" data-testid="event-log">
        {entries.map((entry) =>
          entry.kind === "event" ? (
            <EventRow key={entry.key} event={entry.event} />
          ) : (
            <li key={entry.key} className="event-request">
              Request {entry.number}
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

const EventRow = memo(function EventRow({ event }: { event: AgentEvent }) {
  return (
    <li>
      <details>
        <summary className="event-line">
          <code>{event.type}</code> <span className="event-summary">{summarize(event)}</span>
        </summary>
        <pre>{JSON.stringify(event, null, 2)}</pre>
      </details>
    </li>
  );
});

/** One event a line. */
function toLines(entries: readonly WireEntry[]): string {
  return entries.flatMap((entry) => (entry.kind === "event" ? [JSON.stringify(entry.event)] : [])).join("\n");
}
