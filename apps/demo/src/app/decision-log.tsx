import type { Decision } from "@holdpoint/client";
import { toWord } from "./decision-words.ts";
import type { Story } from "./stories.ts";

const TIME = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

export interface DecisionLogProps {
  decisions: readonly Decision[];
  story: Story;
}

/** What was signed off on this thread, and what was declined. */
export function DecisionLog({ decisions, story }: DecisionLogProps) {
  if (decisions.length === 0) return null;
  return (
    <section className="decisions" aria-labelledby="decisions">
      <h2 id="decisions" className="eyebrow">
        Decisions
      </h2>
      <ul>
        {decisions.map((decision) => (
          <li key={`${decision.batch} ${decision.interruptId}`} data-status={decision.status}>
            <span className="decision-word">{toWord(decision, story)}</span>
            <code>{decision.interruptId}</code>
            <time dateTime={new Date(decision.at).toISOString()}>{TIME.format(decision.at)}</time>
            {decision.payload !== undefined && (
              <code className="decision-payload">{JSON.stringify(decision.payload)}</code>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
