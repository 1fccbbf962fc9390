import { isAgentEvent } from "../protocol/trust.ts";
import type { Report, Stage } from "./stage.ts";

/** An event as it came, before anything of it was judged. */
export type RawEvent = { readonly type: string; readonly [key: string]: unknown };

/** The run that an event belongs to. */
export interface MiddlewareContext {
  readonly threadId: string;
  readonly runId: string;
}

/**
 * Sees each event before it is judged: gives it back, or another, or several, or null to drop it.
 * Synchronous, and called in the order of the list; what it gives is judged like any other event.
 *
 * @example
 * const log: Middleware = (event, { runId }) => (console.debug(runId, event.type), event);
 * const redact: Middleware = (event) =>
 *   event.type === "TEXT_MESSAGE_CONTENT" && typeof event.delta === "string"
 *     ? { ...event, delta: event.delta.replace(/\d{16}/g, "****") }
 *     : event;
 */
export type Middleware = (
  event: RawEvent,
  context: MiddlewareContext,
) => RawEvent | readonly RawEvent[] | null;

/** The stage of an app's own middleware, after the compatibility boundary. Source: AG-UI 1.1, basic/processing. */
export const middlewareStage = (
  chain: readonly Middleware[],
  context: MiddlewareContext,
): Stage<unknown, unknown> => {
  return (next, report: Report) =>
    chain.reduceRight<(event: unknown) => void>(
      (rest, middleware) => (event) => {
        let result: ReturnType<Middleware>;
        if (!isAgentEvent(event)) return rest(event);
        try {
          result = middleware(event, context);
        } catch (cause) {
          report.fatal({ rule: "middleware-failed", cause, detail: String(cause) });
        }
        for (const each of [result].flat()) if (each !== null) rest(each);
      },
      next,
    );
};
