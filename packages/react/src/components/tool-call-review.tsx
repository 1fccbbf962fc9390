"use client";
import type { ToolCallView } from "@holdpoint/client";
import { parseJson } from "@holdpoint/client/form";
import { type ReactElement, useMemo } from "react";
import { toLines } from "../lib/json-lines.ts";
import { useMessages } from "../use-messages.ts";
import { entriesOf } from "./json-text.ts";
import { JsonTree } from "./json-tree.tsx";
import { LineDiff } from "./line-diff.tsx";
import { drawPart, type Part, rootClass } from "./part.ts";

/** The parts of a {@link ToolCallReview} that an app may draw itself. */
export interface ToolCallReviewParts {
  name?: Part<{ readonly name: string }>;
  /** The arguments: parsed, or the text as it came where that is no JSON. */
  arguments?: Part<{ readonly value: unknown }>;
  /** The comparison, once the arguments were edited. */
  changes?: Part<{ readonly before: unknown; readonly after: unknown }>;
}

/** Props of {@link ToolCallReview}. */
export interface ToolCallReviewProps {
  /** The call as the agent wants to make it, such as `item.toolCall`. */
  call: Pick<ToolCallView, "name" | "arguments" | "status">;
  /** The arguments as a person has edited them, such as `form.values` has under the name `editedArgs`. */
  edited?: unknown;
  /** The call cannot be undone; only the app knows. */
  destructive?: boolean;
  className?: string;
  parts?: ToolCallReviewParts;
}

/**
 * What will run: the name of a tool and its arguments as a tree; once they were edited, which lines of them
 * differ from what the agent asked for. Marked where it cannot be undone.
 */
export function ToolCallReview({
  call,
  edited,
  destructive = false,
  className,
  parts = {},
}: ToolCallReviewProps): ReactElement {
  const messages = useMessages();
  const { name, arguments: text, status } = call;
  const isStreaming = status === "streaming";
  const before = useMemo(() => (isStreaming ? text : argumentsOf(text)), [isStreaming, text]);
  const lines = useMemo(
    () => edited !== undefined && { before: toLines(before), after: toLines(edited, before) },
    [before, edited],
  );
  const changes = lines && lines.before.join("\n") !== lines.after.join("\n") ? lines : undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and a section would be a landmark.
    <div
      className={rootClass("hp-review", className)}
      role="group"
      aria-label={messages.toolCall}
      data-destructive={destructive ? "" : undefined}
      data-edited={changes ? "" : undefined}
    >
      {drawPart(parts.name, { name }, <code className="hp-call__name">{name}</code>)}
      {destructive && (
        <p className="hp-note" data-tone="error">
          {messages.destructive}
        </p>
      )}
      {changes ? (
        <>
          <p className="hp-note" data-tone="warning">
            {messages.edited}
          </p>
          {drawPart(parts.changes, { before, after: edited }, <LineDiff {...changes} />)}
        </>
      ) : (
        drawPart(
          parts.arguments,
          { value: before },
          isEmpty(before) ? (
            <p className="hp-call__note">{messages.noArguments}</p>
          ) : (
            <JsonTree value={before} />
          ),
        )
      )}
    </div>
  );
}

/** What is no JSON is shown as it came, and so are digits that would be rounded. */
function argumentsOf(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text.trim();
}

function isEmpty(value: unknown): boolean {
  return value === "" || entriesOf(value)?.length === 0;
}
