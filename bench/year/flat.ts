import { answerTimes, untilAnswered } from '../answer-times.ts';
import { saves } from '../lists/fill-lists.ts';
import { median, nth, rounded } from '../statistics.ts';
import type { Call } from './calls.ts';
import { processorOf } from './processor-of.ts';
import type { Side } from './sides.ts';

const ROUNDS = 2;
/** Rounds at most. Calls that do not look flat are measured again. */
const ROUNDS_AT_MOST = 6;
const CALLS = { staff: 5, phones: 25 };
/** Calls of the first round, which warms up. */
const WARM_UP = 3;

/** Allowed ratio of a year's figure to a month's. */
const FLAT = 1.5;
/** Smaller differences are noise: background work of Node and PostgreSQL falls into one call or the other. */
const NOISE_MS = { again: 2, afterWrite: 5 };
/**
 * Bounds of searches, which are not flat: a year has twelve times as many matches. The matches of a text are counted once after each write
 * (decision 50), and a word with a typo is looked up among all words (EDIT-05 bounds it). The values hold for a chain of the default
 * factor.
 */
const SEARCHED_MS = { again: 10, afterWrite: 15 };

export type Sides<T> = { month: T; year: T };
/** Milliseconds: of processor time of the API and of PostgreSQL together, which no other process adds to, and as the caller has it. */
type Taken = { processor: number; afterWrite?: number; p50: number; p95: number };
export type Compared = { name: string; isSearch: boolean; month: Taken; year: Taken; ratio: number };
type Measured = { again: number[]; firsts: number[]; times: number[] };

export const timesOf = ({ adminPort, appPort }: Side, token: string, call: Call, calls: number, from = 0): Promise<number[]> => {
  const head = (no: number): string => (call.of === 'staff' ? `${call.head(no)}\r\nauthorization: Bearer ${token}` : call.head(from + no));
  const port = call.of === 'staff' ? adminPort : appPort;
  return untilAnswered(() => answerTimes({ port, calls, connections: 1, head, ...(call.body !== undefined && { body: call.body }) }));
};

/** Measures one round of calls of a side. For a list, first measures a call right after a write that it has to show. */
const ask = async (side: Side, { token, call, round }: { token: string; call: Call; round: number }, into: Measured): Promise<void> => {
  const calls = CALLS[call.of];
  if (round === 0) return void (await timesOf(side, token, call, WARM_UP));
  const { pid } = call.of === 'staff' ? side.processes.adminApi : side.processes.appApi;
  const used = await processorOf(side.pool, pid);
  if (call.list) {
    await side.pool.query(saves[call.list] ?? '');
    const before = used();
    await timesOf(side, token, call, 1);
    into.firsts.push(used() - before);
  }
  const before = used();
  into.times.push(...(await timesOf(side, token, call, calls, round * calls)));
  into.again.push((used() - before) / calls);
};

const takenBy = ({ again, firsts, times }: Measured): Taken => ({
  processor: rounded(Math.min(...again)),
  ...(firsts.length > 0 && { afterWrite: rounded(Math.min(...firsts)) }),
  p50: rounded(median(times)),
  p95: rounded(nth(times, 0.95)),
});

/** Measures the same call on both sides in turn. */
export const compare = async (sides: Sides<{ side: Side; call: Call }>, token: string): Promise<Compared> => {
  const measured: Sides<Measured> = { month: { again: [], firsts: [], times: [] }, year: { again: [], firsts: [], times: [] } };
  for (let round = 0; ; round += 1) {
    for (const span of ['month', 'year'] as const) await ask(sides[span].side, { token, call: sides[span].call, round }, measured[span]);
    if (round < ROUNDS) continue;
    const [month, year] = [takenBy(measured.month), takenBy(measured.year)];
    const { name, isSearch = false } = sides.year.call;
    const row = { name, isSearch, month, year, ratio: rounded(year.processor / month.processor) };
    if (round === ROUNDS_AT_MOST || boundsOf([row]).every(([, value, atMost]) => value === undefined || value <= atMost)) return row;
  }
};

/** Returns the limit of a year's figure, given a month's. */
export const flatBound = (month: number, noise: number): number => rounded(Math.max(month * FLAT, month + noise));

export const boundsOf = (rows: readonly Compared[]): (readonly [string, number | undefined, number])[] =>
  rows.flatMap(({ name, isSearch, month, year }) => {
    const noise = isSearch ? SEARCHED_MS : NOISE_MS;
    return [
      [`${name}, ms of processor time`, year.processor, flatBound(month.processor, noise.again)] as const,
      [`${name} after a write, ms of processor time`, year.afterWrite, flatBound(month.afterWrite ?? 0, noise.afterWrite)] as const,
    ];
  });
