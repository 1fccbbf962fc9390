import { defined } from "../lib/defined.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { stepOf } from "./items.ts";
import type { Report } from "./stage.ts";

/** The retired `binary` part as the media part that replaced it; anything else as it is. Source: AG-UI 1.1, basic/versioning. */
export const upgradePart = (part: unknown): unknown => {
  if (!isPlainObject(part) || part.type !== "binary") return part;
  const { mimeType, url, data, id } = part;
  const media = /^(image|audio|video)\//.exec(String(mimeType))?.[1];
  const [type, value] = url !== undefined ? ["url", url] : data !== undefined ? ["data", data] : ["file", id];
  return { type: media ?? "document", source: defined({ type, value, mimeType }) };
};

/**
 * Reads the retired THINKING events as the reasoning events that replaced them, with a warning; they
 * carry no id, so one is made of the run's. Any other event is given back as it is.
 */
export const createThinkingReader = (
  report: Report,
): ((event: Readonly<Record<string, unknown>>, runId: unknown) => Readonly<Record<string, unknown>>) => {
  const counts = new Map<string, number>();
  return (event, runId) => {
    const { delta, metadata } = event;
    const type = String(event.type).replace(/^THINKING_(TEXT_)?/, "REASONING_");
    const step = stepOf(type);
    if (type === event.type || step === undefined) return event;
    report.mended("retired-event", `${event.type} is read as ${type}, without a title`);
    const { kind, opens } = step;
    const count = (counts.get(kind) ?? 0) + (opens ? 1 : 0);
    counts.set(kind, count);
    const messageId = `${runId}-${kind}-${count}`;
    const role = type === "REASONING_MESSAGE_START" ? "reasoning" : undefined;
    return defined<Record<string, unknown>>({ type, messageId, role, delta, metadata });
  };
};
