export type Timed = { test: string; ms: number };
/** What a part of `npm test` found; a failure names what failed, with the first line of why where there is one. */
export type Tally = { passed: number; failures: readonly string[]; times?: readonly Timed[] };

const SLOWEST = 20;
/** Characters of a name: what failed comes after these lines, and is what the end of the output is for. */
const NAME = 110;
const printSlowest = (found: readonly Tally[]): void => {
  const times = found.flatMap((tally) => tally.times ?? []).toSorted((a, b) => b.ms - a.ms);
  if (times.length <= SLOWEST) return;
  console.log(`The slowest ${SLOWEST} of ${times.length} tests:`);
  for (const { test, ms } of times.slice(0, SLOWEST)) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${test.slice(0, NAME)}`);
  console.log('');
};

/** Ends the process with a closing line, and before it the slowest tests and every failure once more, where whoever reads only the end finds them. */
export const closeWith = (found: Readonly<Record<string, Tally>>): never => {
  const failures = Object.entries(found).flatMap(([part, tally]) => tally.failures.map((failure) => `FAIL ${part}: ${failure}`));
  const passed = Object.values(found).reduce((sum, tally) => sum + tally.passed, 0);
  printSlowest(Object.values(found));
  for (const failure of failures) console.log(failure);
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exit(failures.length === 0 ? 0 : 1);
};
