"use client";
import type { AgentClient } from "@holdpoint/client";
import { lazy, type ReactElement, Suspense, useEffect, useId, useState } from "react";
import { useSelector } from "../use-selector.ts";
import type { JournalView } from "./entries.ts";
import { inspectionOf } from "./inspection.ts";
import { shellWords } from "./shell-words.ts";
import type { InspectorMessages } from "./words.ts";

/** Props of {@link Inspector}. */
export interface InspectorProps {
  /** Best made by `createInspectableClient`: of any other only events are heard, from the first mount on. */
  client: AgentClient;
  /** The thread to look at. */
  threadId: string;
  /** Whether it is unfolded at first; not unless given. */
  defaultOpen?: boolean;
  /** Words that replace the English ones. */
  messages?: Partial<InspectorMessages>;
}

/** Loaded when the inspector is first unfolded. */
const Panel = lazy(() =>
  import("./panel.tsx").then(
    ({ Panel: loaded }) => ({ default: loaded }),
    (error: unknown) => ({ default: loadFailure(error) }),
  ),
);

/**
 * What happens between an app and its agent, for whoever builds it: the events with what each has changed, the
 * state, the pending questions, the requests, the warnings, and recordings to keep and to play. Folded it costs little;
 * most of its code is loaded when it is unfolded. Wants `@holdpoint/react/devtools.css`; needs no provider.
 *
 * @example
 * const Inspector = lazy(() => import("@holdpoint/react/devtools").then((m) => ({ default: m.Inspector })));
 */
export function Inspector({ client, threadId, defaultOpen = false, messages }: InspectorProps): ReactElement {
  const [isOpen, setOpen] = useState(defaultOpen);
  const content = useId();
  const words = { ...shellWords, ...messages };
  const thread = client.thread(threadId);
  const journal = inspectionOf(client).journal(threadId);
  useEffect(() => journal.watch(thread), [journal, thread]);
  const requests = useSelector(journal, countRequests);
  return (
    <section className="hp-dev" aria-label={words.title}>
      <div className="hp-dev__head">
        <h2 className="hp-dev__title">
          <button
            type="button"
            className="hp-dev__fold"
            aria-expanded={isOpen}
            aria-controls={content}
            onClick={() => setOpen(!isOpen)}
          >
            {words.title}
          </button>
        </h2>
        <span className="hp-dev__count">{words.requestCount(requests)}</span>
      </div>
      <div id={content} className="hp-dev__content" hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<p className="hp-dev__note">{words.loading}</p>}>
            <Panel key={threadId} client={client} threadId={threadId} messages={messages} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

const countRequests = ({ runs, dropped }: JournalView): number => runs.length + dropped.runs;

/** What stands in its place where the rest of it did not come: the app around it is not to fall with it. */
const loadFailure =
  (error: unknown) =>
  ({ messages }: { messages?: Partial<InspectorMessages> | undefined }): ReactElement => (
    <p className="hp-dev__note" role="alert">
      {{ ...shellWords, ...messages }.loadFailed(error instanceof Error ? error.message : String(error))}
    </p>
  );
