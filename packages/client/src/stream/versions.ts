/** Whether a declaration can be interpreted: `MAJOR.MINOR`. Source: AG-UI 1.1, basic/versioning. */
export const isReadable = (version: string): boolean => /^\d{1,6}\.\d{1,6}$/.test(version);

/** Whether a version is before another, component by component as numbers; none is given where no peer is pinned. */
export const isOlder = (version: string | undefined, other: string): boolean =>
  version !== undefined && version.localeCompare(other, "en", { numeric: true }) < 0;

/** Whether a run that declares this was produced since the protocol has versions, and so is held to it. */
export const isDeclared = (version: unknown): boolean =>
  typeof version === "string" && isReadable(version) && !isOlder(version, "1.0");
