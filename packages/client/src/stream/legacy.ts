import { defined } from "../lib/defined.ts";
import { isPlainObject } from "../protocol/trust.ts";

/** The retired `binary` part as the media part that replaced it; anything else as it is. Source: AG-UI 1.1, basic/versioning. */
export function upgradePart(part: unknown): unknown {
  if (!isPlainObject(part) || part.type !== "binary") return part;
  const { mimeType, url, data, id } = part;
  const media = /^(image|audio|video)\//.exec(String(mimeType))?.[1];
  const [type, value] = url !== undefined ? ["url", url] : data !== undefined ? ["data", data] : ["file", id];
  return { type: media ?? "document", source: defined({ type, value, mimeType }) };
}

const THINKING = /^THINKING_(TEXT_)?(START|END|MESSAGE_START|MESSAGE_CONTENT|MESSAGE_END)$/;

/**
 * Reads the retired THINKING events as the reasoning events that replaced them; they carry no id,
 * so one is made of the run's. Undefined for any other type.
 */
export function createThinkingReader(): (
  event: Readonly<Record<string, unknown>>,
  runId: unknown,
) => Record<string, unknown> | undefined {
  const counts = { span: 0, message: 0 };
  return ({ type, delta, metadata }, runId) => {
    const [, isText, step] = THINKING.exec(String(type)) ?? [];
    if (step === undefined) return undefined;
    const kind = isText === undefined ? "span" : "message";
    if (step.endsWith("START")) counts[kind] += 1;
    return defined<Record<string, unknown>>({
      type: `REASONING_${step}`,
      messageId: `${runId}-thinking-${kind}-${counts[kind]}`,
      role: step === "MESSAGE_START" ? "reasoning" : undefined,
      delta: step === "MESSAGE_CONTENT" ? delta : undefined,
      metadata,
    });
  };
}
