/** Compares measurements with an upper limit. The benchmark exits with 1 if any of them exceeds it. */
export const gate = (figures: Readonly<Record<string, number>>, atMost: number): { atMost: number; passed: boolean; above: string[] } => {
  const above = Object.entries(figures)
    .filter(([, value]) => value > atMost)
    .map(([name, value]) => `${name}: ${value}`);
  if (above.length > 0) process.exitCode = 1;
  return { atMost, passed: above.length === 0, above };
};

/** Several figures with a bound each; what was not measured has none. */
export const gates = (bounds: readonly (readonly [name: string, value: number | undefined, atMost: number])[]) => {
  const above = bounds.filter(([, value, atMost]) => value !== undefined && value > atMost);
  if (above.length > 0) process.exitCode = 1;
  return { passed: above.length === 0, above: above.map(([name, value, atMost]) => `${name}: ${value} (at most ${atMost})`) };
};
