import { isPlainObject } from "../protocol/trust.ts";
import { PROTOCOL_VERSION } from "../protocol/version.ts";
import { check } from "./checks.ts";
import { isPlainDelta } from "./items.ts";
import { createThinkingReader } from "./legacy.ts";
import type { Report, Stage } from "./stage.ts";
import { isDeclared, isOlder, isReadable } from "./versions.ts";

/**
 * The compatibility boundary: sees every object first, whatever it is. It judges the version that
 * a run declares; a newer or unreadable one is served and warned about. For a run that declares
 * none, it reads the shapes that older peers send, with one warning for each kind; for one that
 * does, those are left to enforcement. Source: AG-UI 1.1, basic/versioning.
 */
export const compat: Stage<unknown, unknown> = (next, report) => {
  const readThinking = createThinkingReader(report);
  let declared = false;
  let runId: unknown;

  return (event) => {
    if (isPlainObject(event) && event.type === "RUN_STARTED") {
      const version = event.protocolVersion ?? event.protocol_version;
      if (typeof version === "string") judgeVersion(version, report);
      declared = isDeclared(version);
      runId = event.runId ?? event.run_id;
    }
    if (declared || !isPlainObject(event) || isPlainDelta(event)) next(event);
    else next(check("Event", readThinking(event, runId), { report, repairs: true }));
  };
};

const judgeVersion = (version: string, report: Report): void => {
  const isUnreadable = !isReadable(version);
  if (!isUnreadable && !isOlder(PROTOCOL_VERSION, version)) return;
  report.warn({
    code: isUnreadable ? "version-unreadable" : "version-newer",
    message: `The agent speaks version "${version}", this client ${PROTOCOL_VERSION}.`,
  });
};
