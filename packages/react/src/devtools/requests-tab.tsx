import type { AgentClient, Thread } from "@holdpoint/client";
import { type ReactElement, useState } from "react";
import { useSelector } from "../use-selector.ts";
import type { RunEntry } from "./entries.ts";
import type { Journal } from "./journal.ts";
import { JsonText } from "./json-text.tsx";
import { toClock } from "./time.ts";
import { useNextRequest } from "./use-next-request.ts";
import { useInspectorWords } from "./use-words.ts";

/** The answers are what a reader looks for in a body. */
const ANSWERS = "resume";

/** The body of the next request, and those of the last ones, to the byte. */
export function RequestsTab({
  client,
  thread,
  journal,
}: {
  client: AgentClient;
  thread: Thread;
  journal: Journal;
}): ReactElement {
  const words = useInspectorWords();
  const { runs, dropped } = useSelector(journal);
  return (
    <>
      <h3>{words.lastRequests}</h3>
      {runs.length === 0 && <p className="hp-dev__note">{words.noRequests}</p>}
      <ol className="hp-dev__list">
        {[...runs].reverse().map((run, index) => (
          <Request key={run.key} run={run} isLast={index === 0} />
        ))}
      </ol>
      {dropped.runs > 0 && <p className="hp-dev__note">{words.dropped(dropped.runs, "requests")}</p>}
      <h3>{words.next}</h3>
      <NextRequest client={client} thread={thread} />
    </>
  );
}

function NextRequest({ client, thread }: { client: AgentClient; thread: Thread }): ReactElement {
  const words = useInspectorWords();
  const next = useNextRequest(client, thread);
  if (next === "busy") return <p className="hp-dev__note">{words.nextBusy}</p>;
  if (next === "unknown") return <p className="hp-dev__note">{words.nextUnknown}</p>;
  if (next === "impossible") return <p className="hp-dev__note">{words.nextImpossible}</p>;
  return (
    <>
      <p className="hp-dev__note">
        {next.open.length > 0 ? words.nextOpen(next.open.join(", ")) : words.nextNote}
      </p>
      <JsonText value={next.input} label={words.nextBody} highlight={ANSWERS} />
    </>
  );
}

function Request({
  run: { run, at, input, ended },
  isLast,
}: {
  run: RunEntry;
  isLast: boolean;
}): ReactElement {
  const words = useInspectorWords();
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <li>
      <details open={isOpen ?? isLast} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="hp-dev__line">
          <span className="hp-dev__time">{toClock(at)}</span> {input ? words.request(run) : words.run(run)}{" "}
          <span className="hp-dev__summary">{ended && words.ended(ended)}</span>
        </summary>
        {input ? (
          <JsonText value={input} label={words.bodyOf(run)} highlight={ANSWERS} />
        ) : (
          <p className="hp-dev__note">{words.noInput}</p>
        )}
      </details>
    </li>
  );
}
