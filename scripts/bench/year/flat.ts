import { answerTimes } from '../answer-times.ts';
import { saves } from '../lists/fill-lists.ts';
import { nth, rounded } from '../statistics.ts';
import type { Call } from './calls.ts';
import type { Side } from './sides.ts';

const ROUNDS = 3;
/** What does not look flat is asked again, so often at most: of two busy cores a round may have got little. */
const ROUNDS_AT_MOST = 9;
const CALLS = { staff: 8, phones: 40 };
/** Calls of the first round, which warms up. */
const WARM_UP = 3;
/** Of all calls: what it takes where nothing else ran. */
const QUICK = 0.1;

/** What a year may take of what a month takes. */
const FLAT = 1.5;
/** Below these differences a ratio says nothing: two cores are shared with whatever else the machine does. */
const NOISE_MS = { quick: 3, afterWrite: 15 };

export type Sides<T> = { month: T; year: T };
type Taken = { quick: number; p95: number; afterWrite?: number };
export type Compared = { name: string; month: Taken; year: Taken; ratio: number };

export const timesOf = ({ adminPort, appPort }: Side, token: string, call: Call, calls: number, from = 0): Promise<number[]> => {
  const head = (no: number): string => (call.of === 'staff' ? `${call.head(no)}\r\nauthorization: Bearer ${token}` : call.head(from + no));
  const port = call.of === 'staff' ? adminPort : appPort;
  return answerTimes({ port, calls, connections: 1, head, ...(call.body !== undefined && { body: call.body }) });
};

/** Milliseconds: of the quickest tenth, since what else runs only adds to it, and p95. */
const takenBy = (times: readonly number[], firsts: readonly number[]): Taken => ({
  quick: rounded(nth(times, QUICK)),
  p95: rounded(nth(times, 0.95)),
  ...(firsts.length > 0 && { afterWrite: rounded(Math.min(...firsts)) }),
});

/** Asks the same of both in turn; of a list also right after something was written that it has to show. */
export const compare = async (sides: Sides<{ side: Side; call: Call }>, token: string): Promise<Compared> => {
  const times: Sides<number[]> = { month: [], year: [] };
  const firsts: Sides<number[]> = { month: [], year: [] };
  const ask = async (span: keyof typeof sides, round: number): Promise<void> => {
    const { side, call } = sides[span];
    if (call.list) await side.pool.query(saves[call.list] ?? '');
    const calls = CALLS[call.of];
    const [first = 0, ...again] = await timesOf(side, token, call, round === 0 ? WARM_UP : calls + 1, round * calls);
    if (round === 0) return;
    if (call.list) firsts[span].push(first);
    times[span].push(...again);
  };
  for (let round = 0; ; round += 1) {
    for (const span of ['month', 'year'] as const) await ask(span, round);
    if (round < ROUNDS) continue;
    const [month, year] = [takenBy(times.month, firsts.month), takenBy(times.year, firsts.year)];
    const row = { name: sides.year.call.name, month, year, ratio: rounded(year.quick / month.quick) };
    if (round === ROUNDS_AT_MOST || boundsOf([row]).every(([, value, atMost]) => value === undefined || value <= atMost)) return row;
  }
};

/** What a year's figure may be at most, given a month's. */
export const flatBound = (month: number, noise: number): number => rounded(Math.max(month * FLAT, month + noise));

export const boundsOf = (rows: readonly Compared[]): (readonly [string, number | undefined, number])[] =>
  rows.flatMap(({ name, month, year }) => [
    [`${name}, ms`, year.quick, flatBound(month.quick, NOISE_MS.quick)] as const,
    [`${name} after a write, ms`, year.afterWrite, flatBound(month.afterWrite ?? 0, NOISE_MS.afterWrite)] as const,
  ]);
