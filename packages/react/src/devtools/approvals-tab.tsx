import type { AgentClient, ApprovalItem, Approvals, ResumeEntry, Thread } from "@holdpoint/client";
import type { ReactElement } from "react";
import { useSelector } from "../use-selector.ts";
import type { Journal } from "./journal.ts";
import { JsonText } from "./json-text.tsx";
import { toClock } from "./time.ts";
import { useNextRequest } from "./use-next-request.ts";
import { useInspectorWords } from "./use-words.ts";

/** The pending questions, their answers as they will go out, and the phases that they went through. */
export function ApprovalsTab({
  client,
  thread,
  journal,
}: {
  client: AgentClient;
  thread: Thread;
  journal: Journal;
}): ReactElement {
  const words = useInspectorWords();
  const approvals = useSelector(thread.approvals);
  const { phases } = useSelector(journal);
  const next = useNextRequest(client, thread);
  const entries = typeof next === "string" ? undefined : (next.input.resume ?? []);
  return (
    <>
      <dl className="hp-dev__facts">
        <div>
          <dt>{words.phase}</dt>
          <dd>{approvals.phase}</dd>
        </div>
        {approvals.error && (
          <div>
            <dt>{words.error}</dt>
            <dd>{approvals.error.message}</dd>
          </div>
        )}
      </dl>
      <h3>{words.answersNow}</h3>
      {approvals.items.length === 0 && <p className="hp-dev__note">{words.noQuestions}</p>}
      <ul className="hp-dev__list">
        {approvals.items.map((item) => (
          <Item
            key={item.id}
            item={item}
            entry={entries?.find(({ interruptId }) => interruptId === item.id)}
          />
        ))}
      </ul>
      <h3>{words.phaseHistory}</h3>
      {phases.length === 0 && <p className="hp-dev__note">{words.noPhaseHistory}</p>}
      <ol className="hp-dev__list">
        {phases.map(({ key, at, approvals: then }) => (
          <li key={key}>
            <p>
              <span className="hp-dev__time">{toClock(at)}</span> <code>{then.phase}</code>{" "}
              {then.counts.total > 0 && words.progress(doneIn(then), then.counts.total)} {then.error?.message}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}

const doneIn = ({ counts }: Approvals): number => counts.answered + counts.declined;

function Item({ item, entry }: { item: ApprovalItem; entry: ResumeEntry | undefined }): ReactElement {
  const words = useInspectorWords();
  const { id, kind, status, interrupt, toolCall, draft, errors } = item;
  const label = `${words.goesOut}: ${id}`;
  return (
    <li>
      <p className="hp-dev__entry">
        <b>{interrupt?.message ?? toolCall?.name ?? id}</b>
      </p>
      <p className="hp-dev__entry">
        <code className="hp-dev__muted">{id}</code> <code>{status}</code>
      </p>
      {errors.map(({ message }) => (
        <p key={message} className="hp-dev__mark">
          {message}
        </p>
      ))}
      {kind === "tool" && <p className="hp-dev__note">{words.isTool}</p>}
      {status === "open" && draft !== undefined && (
        <>
          <p className="hp-dev__note">{words.draft}</p>
          <JsonText value={draft} label={`${words.draft}: ${id}`} />
        </>
      )}
      {status === "open" && <p className="hp-dev__note">{words.openStill}</p>}
      {entry && (
        <>
          <p className="hp-dev__note">{words.goesOut}</p>
          <JsonText value={entry} label={label} />
        </>
      )}
    </li>
  );
}
