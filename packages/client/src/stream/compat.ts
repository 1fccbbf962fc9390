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
  const theirs = parseVersion(version);
  const ours = parseVersion(PROTOCOL_VERSION);
  if (theirs === undefined) {
    report.warn({
      code: "version-unreadable",
      message: `This client cannot interpret the protocol version "${version}" that the agent declares.`,
      path: "protocolVersion",
    });
  } else if (ours !== undefined && isNewer(theirs, ours)) {
    report.warn({
      code: "version-newer",
      message: `The agent speaks protocol version ${version}, newer than this client's ${PROTOCOL_VERSION}.`,
      path: "protocolVersion",
    });
  }
}

function declaredVersion(event: unknown): string | undefined {
  if (typeof event !== "object" || event === null) return undefined;
  if (!("type" in event) || event.type !== "RUN_STARTED") return undefined;
  if (!("protocolVersion" in event) || typeof event.protocolVersion !== "string") return undefined;
  return event.protocolVersion;
}

/** `MAJOR.MINOR` as two numbers; undefined for anything else. */
function parseVersion(version: string): readonly [number, number] | undefined {
  const match = /^(\d{1,6})\.(\d{1,6})$/.exec(version);
  return match ? [Number(match[1]), Number(match[2])] : undefined;
}

function isNewer(a: readonly [number, number], b: readonly [number, number]): boolean {
  return a[0] === b[0] ? a[1] > b[1] : a[0] > b[0];
}
