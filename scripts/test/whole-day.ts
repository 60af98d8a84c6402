// Before each file and each test of the database suite: one that would go on past a midnight begins after it. Much of what the product decides
// by day reads the clock of the database, which a test cannot set; midnight itself is tested with clocks that are set.
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach } from 'vitest';

/** Longer than a test takes that depends on the day. */
const LONGEST_MS = 5 * 60_000;
const LOOK_MS = 1_000;

/** The day in Warsaw, which people see, and in UTC, by whose months the database keeps sends. */
const daysAt = (ms: number): string =>
  ['Europe/Warsaw', 'UTC'].map((timeZone) => new Date(ms).toLocaleDateString('sv', { timeZone })).join(' ');
const wholeDay = async (): Promise<void> => {
  while (daysAt(Date.now()) !== daysAt(Date.now() + LONGEST_MS)) await wait(LOOK_MS);
};

await wholeDay();
beforeEach(wholeDay, 2 * LONGEST_MS);
