import { isPlainObject } from "../protocol/trust.ts";
import { PROTOCOL_VERSION } from "../protocol/version.ts";
import { checkOf } from "./checks.ts";
import { createThinkingReader } from "./legacy.ts";
import { isPlainDelta } from "./plain-delta.ts";
import type { Report, Stage } from "./stage.ts";
import { compareVersions, isDeclared, isOlder, isReadable } from "./versions.ts";
import { createWalk, type Repair } from "./walk.ts";

/** What each repair of an older peer's shapes is called in its warning. */
const REPAIRS: Readonly<Record<Repair, string>> = {
  "null-optional": "null for an optional field is read as absent",
  "snake-case": "snake_case keys of the protocol's own fields are read as camelCase",
  "retired-shape": "retired content parts and schemas that are no object are brought up to date",
};

/**
 * The compatibility boundary: sees every object first, whatever it is. It judges the version that
 * a run declares; a newer or unreadable one is served and warned about. For a run that declares
 * none, it reads the shapes that older peers send, with one warning for each kind; for one that
 * does, those are left to enforcement. `peer` pins the version of the other side, where an app
 * knows it. Source: AG-UI 1.1, basic/versioning.
 */
export function compatFor(peer: string | undefined): Stage<unknown, unknown> {
  return (next, report: Report) => {
    const readThinking = createThinkingReader();
    const warned = new Set<string>();
    const isOld = isOlder(peer, "1.0");
    let declared = false;
    let runId: unknown;

    function warnOnce(code: string, what: string): void {
      if (warned.has(code)) return;
      warned.add(code);
      report.warn({ code, message: `The agent declares no protocol version: ${what}.` });
    }

    return (event) => {
      if (!isPlainObject(event) || isPlainDelta(event)) {
        next(event);
        return;
      }
      if (event.type === "RUN_STARTED") {
        const version = event.protocolVersion ?? event.protocol_version;
        if (typeof version === "string") judgeVersion(version, report);
        declared = isDeclared(version);
        runId = event.runId ?? event.run_id;
      }
      if (declared) {
        next(event);
        return;
      }
      if (isOld && String(event.type).startsWith("SUBAGENT_")) {
        warnOnce("subagents-dropped", `the pinned peer knows no subagents, so ${event.type} is dropped`);
        return;
      }
      const thought = readThinking(event, runId);
      if (thought !== undefined) {
        const lost = event.title === undefined ? "" : ", its title dropped";
        warnOnce("retired-event", `${event.type} is read as ${thought.type}${lost}`);
      }
      const walk = createWalk("", report, (kind) => warnOnce(kind, REPAIRS[kind]));
      next(checkOf("Event")(thought ?? event, walk));
    };
  };
}

function judgeVersion(version: string, report: Report): void {
  const path = "protocolVersion";
  if (!isReadable(version)) {
    const message = `Cannot interpret the protocol version "${version}" that the agent declares.`;
    report.warn({ code: "version-unreadable", message, path });
  } else if (compareVersions(version, PROTOCOL_VERSION) > 0) {
    const message = `The agent speaks protocol version ${version}, newer than this client's ${PROTOCOL_VERSION}.`;
    report.warn({ code: "version-newer", message, path });
  }
}
