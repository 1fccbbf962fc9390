/** Which files each file imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Every cycle that a walk over the imports closes, as the files in order, the first repeated at the end. */
export function findCycles(graph: ImportGraph): readonly (readonly string[])[] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) cycles.push([...trail.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}
