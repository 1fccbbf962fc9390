import { isPlainObject } from "../protocol/trust.ts";
import { PROTOCOL_VERSION } from "../protocol/version.ts";
import type { Report, Stage } from "./stage.ts";

/**
 * The compatibility boundary: sees every object first, whatever it is. It judges
 * the version that the producer declares; a newer or unreadable one is served
 * and warned about. Source: AG-UI 1.1, basic/versioning.
 */
export const compat: Stage<unknown, unknown> = (next, report) => (event) => {
  const declared = declaredVersion(event);
  if (declared !== undefined) judgeVersion(declared, report);
  next(event);
};

function judgeVersion(version: string, report: Report): void {
  const path = "protocolVersion";
  if (!/^\d{1,6}\.\d{1,6}$/.test(version)) {
    const message = `Cannot interpret the protocol version "${version}" that the agent declares.`;
    report.warn({ code: "version-unreadable", message, path });
  } else if (version.localeCompare(PROTOCOL_VERSION, "en", { numeric: true }) > 0) {
    const message = `The agent speaks protocol version ${version}, newer than this client's ${PROTOCOL_VERSION}.`;
    report.warn({ code: "version-newer", message, path });
  }
}

function declaredVersion(event: unknown): string | undefined {
  const isStart = isPlainObject(event) && event.type === "RUN_STARTED";
  return isStart && typeof event.protocolVersion === "string" ? event.protocolVersion : undefined;
}
