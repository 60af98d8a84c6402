/** What a part of `npm test` found; a failure names what failed, with the first line of why where there is one. */
export type Tally = { passed: number; failures: readonly string[] };

/** Ends the process with a closing line, and before it every failure once more, where whoever reads only the end finds them. */
export const closeWith = (found: Readonly<Record<string, Tally>>): never => {
  const failures = Object.entries(found).flatMap(([part, tally]) => tally.failures.map((failure) => `FAIL ${part}: ${failure}`));
  const passed = Object.values(found).reduce((sum, tally) => sum + tally.passed, 0);
  for (const failure of failures) console.log(failure);
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exit(failures.length === 0 ? 0 : 1);
};
