import { mkdirSync, writeFileSync } from 'node:fs';

/** What took how long. */
export type Timed = { test: string; ms: number };
/** What a part of `npm test` found; a failure names what failed, with the first line of why where there is one. */
export type Tally = { passed: number; failures: readonly string[]; times?: readonly Timed[]; waits?: readonly Timed[]; seconds?: number };

/** Runs something, and notes how long it took. */
export const timed = async (run: () => Promise<Tally>): Promise<Tally & { seconds: number }> => {
  const startedAt = performance.now();
  const tally = await run();
  return { ...tally, seconds: (performance.now() - startedAt) / 1000 };
};

const SLOWEST = 20;
const WAITS = 10;
/** Characters of a name: what failed comes after these lines, and is what the end of the output is for. */
const NAME = 110;

const longestOf = (list: readonly Timed[], count: number): string =>
  list
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ test, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${test.slice(0, NAME)}`)
    .join('\n');

/** Seconds of each part, the slowest tests and the longest waits, as a table of text; it informs and fails nothing. */
const reportOf = (found: Readonly<Record<string, Tally>>): string => {
  const parts = Object.entries(found).map(
    ([name, { passed, failures, seconds = 0 }]) =>
      `${seconds.toFixed(0).padStart(7)} s  ${name}: ${passed} passed, ${failures.length} failed`,
  );
  const times = Object.values(found).flatMap((tally) => tally.times ?? []);
  const waits = Object.values(found).flatMap((tally) => tally.waits ?? []);
  if (times.length <= SLOWEST) return `${parts.join('\n')}\n`;
  const slowest = `The slowest ${SLOWEST} of ${times.length} tests:\n${longestOf(times, SLOWEST)}\n`;
  return [
    `${parts.join('\n')}\n`,
    slowest,
    ...(waits.length > 0 ? [`What was waited for longest:\n${longestOf(waits, WAITS)}\n`] : []),
  ].join('\n');
};

/** Ends the process with a closing line, and before it a report and every failure once more, where whoever reads only the end finds them. */
export const closeWith = (found: Readonly<Record<string, Tally>>): never => {
  const failures = Object.entries(found).flatMap(([part, tally]) => tally.failures.map((failure) => `FAIL ${part}: ${failure}`));
  const passed = Object.values(found).reduce((sum, tally) => sum + tally.passed, 0);
  const report = reportOf(found);
  mkdirSync('test-results', { recursive: true });
  writeFileSync('test-results/report.txt', `${report}\n${failures.join('\n')}\n${passed} passed, ${failures.length} failed\n`);
  console.log(report);
  for (const failure of failures) console.log(failure);
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exit(failures.length === 0 ? 0 : 1);
};
