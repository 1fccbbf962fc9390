import { useSelector } from "@holdpoint/react";
import { useState } from "react";
import { EventLog } from "./event-log.tsx";
import { LastRequest } from "./last-request.tsx";
import type { WireRecorder } from "./wire-recorder.ts";

/** Wide enough for a column of its own; as in layout.css. */
const WIDE = "(min-width: 64rem)";

/** What really travels: the body of the last request and the events as they come. */
export function WirePane({ wire }: { wire: WireRecorder }) {
  const { entries, requestCount, lastRequest } = useSelector(wire);
  const [open, setOpen] = useState(() => matchMedia(WIDE).matches);
  return (
    <aside className="wire" aria-label="The wire">
      <details className="wire-fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="wire-summary">
          <h2>The wire</h2>
          <span className="wire-count">
            <span data-testid="request-count">{requestCount}</span>
            {requestCount === 1 ? " request" : " requests"}
          </span>
        </summary>
        <LastRequest request={lastRequest} />
        <EventLog entries={entries} open={open} />
      </details>
    </aside>
  );
}
