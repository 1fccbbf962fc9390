/** Whether a declaration can be interpreted: `MAJOR.MINOR`. Source: AG-UI 1.1, basic/versioning. */
export const isReadable = (version: string): boolean => /^\d{1,6}\.\d{1,6}$/.test(version);

/** Compares two versions component by component, as numbers: negative where the first is older. */
export const compareVersions = (version: string, other: string): number =>
  version.localeCompare(other, "en", { numeric: true });

/** Whether a run that declares this was produced since the protocol has versions, and so is held to it. */
export const isDeclared = (version: unknown): boolean =>
  typeof version === "string" && isReadable(version) && compareVersions(version, "1.0") >= 0;

/** Whether a peer is pinned to a version before the given one. */
export const isOlder = (peer: string | undefined, version: string): boolean =>
  peer !== undefined && compareVersions(peer, version) < 0;
