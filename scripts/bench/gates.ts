/** What was measured against what it may be at most; the bench ends with 1 when something is above. */
export const gate = (figures: Readonly<Record<string, number>>, atMost: number): { atMost: number; passed: boolean; above: string[] } => {
  const above = Object.entries(figures)
    .filter(([, value]) => value > atMost)
    .map(([name, value]) => `${name}: ${value}`);
  if (above.length > 0) process.exitCode = 1;
  return { atMost, passed: above.length === 0, above };
};
