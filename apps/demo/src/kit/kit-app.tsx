import {
  ApprovalDialog,
  Composer,
  DecisionLog,
  Inbox,
  MessageList,
  RunStatus,
  useAgentRun,
} from "@holdpoint/react";
import { useState } from "react";
import { type Connection, connections } from "./desk-client.ts";
import { reviewCards } from "./review-card.tsx";

const TITLES: Readonly<Record<string, string>> = {
  tidy: "Tidy up customers",
  refund: "Refund for order 1207",
};

const titleOf = (threadId: string): string => TITLES[threadId] ?? threadId;

/** The parts beside the panel, put together as a desk: what waits at the side, one conversation in the middle. */
export function KitApp({ setConnection }: { setConnection: (next: Connection) => void }) {
  const [current, setCurrent] = useState("tidy");
  return (
    <div className="desk">
      <aside className="desk-side" aria-label="Inbox">
        <Inbox onOpen={setCurrent} current={current} titleOf={titleOf} />
        <label className="desk-connection">
          Connection{" "}
          <select
            onChange={(event) => {
              const next = connections.find((each) => each === event.currentTarget.value);
              if (next) setConnection(next);
            }}
          >
            {connections.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </aside>
      <Talk key={current} threadId={current} />
    </div>
  );
}

function Talk({ threadId }: { threadId: string }) {
  const run = useAgentRun({ threadId });
  return (
    <main className="desk-talk">
      <h1>{titleOf(threadId)}</h1>
      <MessageList thread={run.thread} />
      <DecisionLog thread={run.thread} />
      <ApprovalDialog run={run} cards={reviewCards} />
      <RunStatus run={run} />
      <Composer run={run} />
    </main>
  );
}
