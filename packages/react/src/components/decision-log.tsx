"use client";
import type { Decision, Thread } from "@holdpoint/client";
import { type ReactElement, type ReactNode, useEffect, useId, useState } from "react";
import { useMessages } from "../use-messages.ts";
import { useSelector } from "../use-selector.ts";
import { decisionWords, withoutSecrets } from "./decision-words.ts";
import { JsonTree } from "./json-tree.tsx";
import { drawPart, type Part, rootClass } from "./part.ts";

/** The parts of a {@link DecisionLog} that an app may draw itself. */
export interface DecisionLogParts {
  /** One decision, whole. */
  decision?: Part<{ readonly decision: Decision }>;
  /** What it is about: the tool's name, or the id of the question. */
  subject?: Part<{ readonly decision: Decision }>;
  /** What was answered beside a plain yes or no, folded away; null leaves it out. */
  answer?: Part<{ readonly decision: Decision }>;
  /** What stands for no decisions; nothing unless given. */
  empty?: Part;
}

/** Props of {@link DecisionLog}. */
export interface DecisionLogProps {
  /** The handle of `useThread`, or `run.thread`. */
  thread: Pick<Thread, "decisions" | "toolCall">;
  className?: string;
  /** Keep the object stable. */
  parts?: DecisionLogParts;
}

/**
 * What was signed off on a thread and what was declined, oldest first: what, by whom, when, and what nobody knows
 * to have arrived. An answer is folded away, without what its names say is a secret.
 */
export function DecisionLog({ thread, className, parts = {} }: DecisionLogProps): ReactElement | null {
  const messages = useMessages();
  const headingId = useId();
  const decisions = useSelector(thread.decisions);
  if (decisions.length === 0 && !parts.empty) return null;
  return (
    <section className={rootClass("hp-decisions", className)} aria-labelledby={headingId}>
      <h2 id={headingId} className="hp-decisions__title">
        {messages.decisionsTitle}
      </h2>
      {decisions.length === 0 && drawPart(parts.empty, {}, null)}
      {decisions.length > 0 && (
        <ol className="hp-decisions__list">
          {decisions.map((decision) => (
            <li
              key={`${decision.batch} ${decision.interruptId}`}
              className="hp-decision"
              data-status={decision.status}
              data-by={decision.by}
              data-confirmation={decision.confirmation}
            >
              {drawPart(
                parts.decision,
                { decision },
                <Entry decision={decision} thread={thread} parts={parts} />,
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Entry({
  decision,
  thread,
  parts,
}: {
  decision: Decision;
  thread: DecisionLogProps["thread"];
  parts: DecisionLogParts;
}): ReactElement {
  const messages = useMessages();
  const { word, rest } = decisionWords(decision, messages);
  const who = whoOf(decision, messages);
  const { interruptId, toolCallId } = decision;
  return (
    <>
      <p className="hp-decision__what">
        <span className="hp-decision__word">{word}</span>{" "}
        {drawPart(
          parts.subject,
          { decision },
          <code>
            {toolCallId === undefined ? (
              interruptId
            ) : (
              <CallName thread={thread} id={toolCallId} otherwise={interruptId} />
            )}
          </code>,
        )}
      </p>
      <p className="hp-decision__who">
        {who !== "" && <span className="hp-decision__by">{who}</span>} <LocalTime at={decision.at} />
      </p>
      {decision.confirmation === "unconfirmed" && (
        <p className="hp-note hp-decision__note" data-tone="warning">
          {messages.unconfirmed}
        </p>
      )}
      {rest !== undefined &&
        drawPart(
          parts.answer,
          { decision },
          <details className="hp-decision__answer">
            <summary>{messages.showAnswer}</summary>
            <JsonTree value={withoutSecrets(rest, messages.secret)} />
          </details>,
        )}
    </>
  );
}

/** In the reader's own zone and language. A server knows neither, so what it has drawn is drawn once more. */
function LocalTime({ at }: { at: number }): ReactElement {
  const { decidedAt } = useMessages();
  const [isHere, setIsHere] = useState(false);
  useEffect(() => setIsHere(true), []);
  return (
    <time key={String(isHere)} dateTime={new Date(at).toISOString()} suppressHydrationWarning>
      {decidedAt(new Date(at))}
    </time>
  );
}

function CallName({
  thread,
  id,
  otherwise,
}: {
  thread: Pick<Thread, "toolCall">;
  id: string;
  otherwise: string;
}): ReactNode {
  return useSelector(thread.toolCall(id), (call) => call?.name) ?? otherwise;
}

function whoOf(
  { by, policy, actor }: Decision,
  { decidedBy, decidedByRule }: ReturnType<typeof useMessages>,
): string {
  if (by === "policy") return decidedByRule(policy ?? "");
  return actor === undefined ? "" : decidedBy(actor);
}
