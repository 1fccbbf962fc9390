import { encode } from "@ag-ui/proto";
import { ProtocolError } from "../errors.ts";
import type { AgentEvent } from "../protocol/events.ts";
import { isRecord } from "../protocol/trust.ts";
import { decodeEvent } from "./decode-event.ts";

type Encodable = Parameters<typeof encode>[0];

/** Its `type` is an enum there; one that is not in it is refused when it is read back. */
const isEncodable = (event: object): event is Encodable => "type" in event;

/** Lists whose absence the binary wire cannot tell from their being empty, and the protocol need not. */
const ABSENT_WHEN_EMPTY = new Set(["interruptIds", "pendingToolCallIds", "resume", "toolCalls", "usage"]);

/**
 * One event as a protobuf message. It is read back before it goes out, since the schema is narrower than JSON
 * and its encoder leaves out what it has no field for.
 *
 * Throws `ProtocolError` with rule `not-protobuf`, and the path, for an event that would not arrive as it is.
 * Source: AG-UI 1.1, basic/transports/http-protobuf, "The wire schema".
 */
export function encodeEvent(event: AgentEvent): Uint8Array {
  let bytes: Uint8Array;
  let arriving: unknown;
  try {
    if (!isEncodable(event)) throw new TypeError("An event has a type");
    bytes = encode(event);
    arriving = decodeEvent(bytes);
  } catch (cause) {
    throw refuse(event, "", cause);
  }
  const path = firstDifference(event, arriving);
  if (path !== undefined) throw refuse(event, path);
  return bytes;
}

function refuse({ type }: AgentEvent, path: string, cause?: unknown): ProtocolError {
  const what = path === "" ? "it" : `its "${path}"`;
  const message = `A ${type} cannot go out as protobuf: ${what} would not arrive as sent. Server-sent events carry it.`;
  return new ProtocolError(message, { rule: "not-protobuf", path, cause });
}

/** The path of the first value that is not the same on both sides, undefined where all are. */
function firstDifference(sent: unknown, arrived: unknown, path = ""): string | undefined {
  if (!isRecord(sent) || !isRecord(arrived) || Array.isArray(sent) !== Array.isArray(arrived)) {
    return sent === arrived ? undefined : path;
  }
  for (const key of new Set([...Object.keys(sent), ...Object.keys(arrived)])) {
    const [one, other] = [ownOf(sent, key), ownOf(arrived, key)];
    if (isAbsent(key, one) && isAbsent(key, other)) continue;
    const at = Array.isArray(sent) ? `${path}[${key}]` : `${path}${path && "."}${key}`;
    const found = firstDifference(one, other, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Every object seems to have a member `__proto__`. */
const ownOf = (record: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined;

const isAbsent = (key: string, value: unknown): boolean =>
  value === undefined || (ABSENT_WHEN_EMPTY.has(key) && Array.isArray(value) && value.length === 0);
