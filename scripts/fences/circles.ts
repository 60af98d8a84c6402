import type { Arrow } from './read-imports.ts';

/** Groups of files that reach each other by imports, of types too (Tarjan's strongly connected components): a circle has no beginning to read from. */
export const circlesOf = (arrows: readonly Arrow[]): string[][] => {
  const next = Map.groupBy(arrows, ({ from }) => from);
  const low = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  let count = 0;
  const visit = (file: string): number => {
    const at = count++;
    low.set(file, at);
    open.push(file);
    for (const { to } of next.get(file) ?? []) {
      const reached = low.get(to) ?? visit(to);
      if (open.includes(to)) low.set(file, Math.min(low.get(file) ?? at, reached));
    }
    if (low.get(file) === at) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low.get(file) ?? at;
  };
  for (const file of next.keys()) if (!low.has(file)) visit(file);
  return circles;
};
