import { defined } from "../lib/defined.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { Message } from "../protocol/messages.ts";
import { isAsDeclared, isPlainObject } from "../protocol/trust.ts";
import { upgradePart } from "../stream/legacy.ts";
import { isOlder } from "../stream/versions.ts";
import type { ThreadMessage } from "../thread/types.ts";

/**
 * A message as the wire knows it and as the peer understands it: retired parts brought up to date
 * for every peer; for one pinned to an older version, attribution left out and content flattened
 * to its text, with a warning where that drops a part.
 * Source: AG-UI 1.1, basic/versioning, "Downgrading".
 */
export const toPeerMessage = (known: ThreadMessage, peer: string | undefined, warn: OnWarning): Message => {
  const { phase: _phase, origin: _origin, runId: _runId, ...message } = known;
  const { content, role, subagentRunId } = message;
  // Parts of results came with 1.0, parts of what a person sends with 0.0.40.
  const flattens = isOlder(peer, role === "tool" ? "1.0" : "0.0.40");
  const changed = defined<Record<string, unknown>>({
    ...message,
    content: Array.isArray(content) ? toPeerContent(content.map(upgradePart), flattens, warn) : content,
    subagentRunId: isOlder(peer, "1.0") ? undefined : subagentRunId,
  });
  return isAsDeclared<Message>(changed) ? changed : message;
};

const toPeerContent = (parts: readonly unknown[], flattens: boolean, warn: OnWarning): unknown => {
  if (!flattens) return parts;
  const texts = parts.flatMap((part) => (isPlainObject(part) && part.type === "text" ? [part.text] : []));
  if (texts.length < parts.length) {
    warn({
      code: "content-flattened",
      message: "Only the text of a message was sent.",
    });
  }
  return texts.join("");
};
