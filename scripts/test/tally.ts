import { mkdirSync, writeFileSync } from 'node:fs';

/** Duration of a test or of a wait, in milliseconds. */
export type Timed = { test: string; ms: number };
/** Result of a part of `npm test`. A failure names the failed test and the first line of its error, if any. */
export type Tally = { passed: number; failures: readonly string[]; times?: readonly Timed[]; waits?: readonly Timed[]; seconds?: number };

/** Runs a part of `npm test` and adds its duration. */
export const timed = async (run: () => Promise<Tally>): Promise<Tally & { seconds: number }> => {
  const startedAt = performance.now();
  const tally = await run();
  return { ...tally, seconds: (performance.now() - startedAt) / 1000 };
};

const SLOWEST = 20;
const WAITS = 10;
/** Longest name in characters. Short lines keep the failures, which follow, in view at the end of the output. */
const NAME = 110;

const longestOf = (list: readonly Timed[], count: number): string =>
  list
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ test, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${test.slice(0, NAME)}`)
    .join('\n');

/** Returns a text table with the seconds of each part, the slowest tests and the longest waits. */
const reportOf = (tallies: Readonly<Record<string, Tally>>): string => {
  const parts = Object.entries(tallies).map(
    ([name, { passed, failures, seconds = 0 }]) =>
      `${seconds.toFixed(0).padStart(7)} s  ${name}: ${passed} passed, ${failures.length} failed`,
  );
  const times = Object.values(tallies).flatMap((tally) => tally.times ?? []);
  const waits = Object.values(tallies).flatMap((tally) => tally.waits ?? []);
  if (times.length <= SLOWEST) return `${parts.join('\n')}\n`;
  const slowest = `The slowest ${SLOWEST} of ${times.length} tests:\n${longestOf(times, SLOWEST)}\n`;
  return [
    `${parts.join('\n')}\n`,
    slowest,
    ...(waits.length > 0 ? [`What was waited for longest:\n${longestOf(waits, WAITS)}\n`] : []),
  ].join('\n');
};

/** Prints a report, every failure and a closing line, and exits. Failures are repeated so that the end of the output shows them all. */
export const closeWith = (tallies: Readonly<Record<string, Tally>>): never => {
  const failures = Object.entries(tallies).flatMap(([part, tally]) => tally.failures.map((failure) => `FAIL ${part}: ${failure}`));
  const passed = Object.values(tallies).reduce((sum, tally) => sum + tally.passed, 0);
  const report = reportOf(tallies);
  mkdirSync('test-results', { recursive: true });
  writeFileSync('test-results/report.txt', `${report}\n${failures.join('\n')}\n${passed} passed, ${failures.length} failed\n`);
  console.log(report);
  for (const failure of failures) console.log(failure);
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exit(failures.length === 0 ? 0 : 1);
};
