import { useEffect, useRef } from "react";
import { CopyButton } from "./copy-button.tsx";
import { JsonText } from "./json-text.tsx";
import type { WireRequest } from "./wire-recorder.ts";

/** The answers are what a reader looks for in a body. */
const ANSWERS = "resume";

export function LastRequest({ request }: { request: WireRequest | undefined }) {
  const scroller = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = scroller.current;
    if (!element || !request) return;
    const answers = element.querySelector<HTMLElement>(".json-highlight");
    element.scrollTop = answers ? answers.offsetTop - element.clientHeight / 4 : 0;
  }, [request]);

  return (
    <section className="wire-part" aria-labelledby="last-request">
      <div className="wire-head">
        <h3 id="last-request">Last request</h3>
        {request && <CopyButton label="Copy body" text={() => request.body} />}
      </div>
      {request ? (
        <>
          <p className="wire-line">
            <b>POST</b> {request.url}
          </p>
          <section
            ref={scroller}
            className="wire-scroller"
            aria-label="Body of the last request"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
            tabIndex={0}
          >
            <pre data-testid="last-request-body">
              <JsonText text={request.body} highlight={ANSWERS} />
            </pre>
          </section>
        </>
      ) : (
        <p className="wire-empty">No request has left this page yet.</p>
      )}
    </section>
  );
}
