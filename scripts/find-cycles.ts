/**
 * Returns at least one cycle for each group of files that import each other: the files on the cycle, with the first
 * repeated at the end.
 */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  const path: string[] = [];
  const onPath = new Set<string>();

  const visit = (node: string): void => {
    path.push(node);
    onPath.add(node);
    for (const next of edges.get(node) ?? []) {
      if (onPath.has(next)) cycles.push([...path.slice(path.indexOf(next)), next]);
      else if (!done.has(next)) visit(next);
    }
    onPath.delete(node);
    path.pop();
    done.add(node);
  };
  for (const node of edges.keys()) if (!done.has(node)) visit(node);
  return cycles;
}
