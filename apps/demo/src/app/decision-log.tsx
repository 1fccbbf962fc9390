import type { Decision } from "@holdpoint/client";

const TIME = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** What was signed off on this thread, and what was declined. */
export function DecisionLog({ decisions }: { decisions: readonly Decision[] }) {
  if (decisions.length === 0) return null;
  return (
    <section className="decisions" aria-labelledby="decisions">
      <h2 id="decisions" className="eyebrow">
        Decisions
      </h2>
      <ul>
        {decisions.map((decision) => (
          <li key={`${decision.batch} ${decision.interruptId}`} data-status={decision.status}>
            <span className="decision-word">{toWord(decision)}</span>
            <code>{decision.interruptId}</code>
            {decision.payload !== undefined && (
              <code className="decision-payload">{JSON.stringify(decision.payload)}</code>
            )}
            <time dateTime={new Date(decision.at).toISOString()}>{TIME.format(decision.at)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}

function toWord({ status, confirmation }: Decision): string {
  const word = status === "resolved" ? "Answered" : "Declined";
  return confirmation === "confirmed" ? word : `${word}, unconfirmed`;
}
