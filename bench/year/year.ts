import { deliveryWorld } from '../../scripts/test/delivery-world.ts';
import { gates } from '../gates.ts';
import { residentMegabytes } from '../processes.ts';
import { rounded } from '../statistics.ts';
import { everyCall } from './calls.ts';
import { boundsOf, compare, type Compared, flatBound, type Sides } from './flat.ts';
import { reducedBy, type Scale } from './scale.ts';
import { compareSends } from './sending.ts';
import { openSide, type Side } from './sides.ts';
import { sizesOf } from './sizes.ts';
import { endAMonth, idleRound, vacuumBeside } from './upkeep.ts';

const FACTOR = 100;
const MONTH_DAYS = 30;
const YEAR_DAYS = 365;
const LISTED = 12;
const SEND_NOISE_MS = 100;
const IDLE_NOISE_MS = 50;
/**
 * Limits of the p95 of phone calls during upkeep and vacuum: a multiple of the p95 without them, or a number of milliseconds, as one of two
 * cores is then taken.
 */
const BESIDE = { times: 3, milliseconds: 100 };

const tell = (name: string, value: unknown): void => console.error(name, JSON.stringify(value));

const pageCountOf =
  ({ adminPort }: Side, token: string) =>
  async (path: string): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${adminPort}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return ((await answer.json()) as { pageCount: number }).pageCount;
  };

const most = (rows: readonly Compared[], by: (row: Compared) => number): Compared[] =>
  rows.toSorted((one, other) => by(other) - by(one)).slice(0, LISTED);

const besideBounds = (what: string, { quiet, beside }: Record<'quiet' | 'beside', Record<string, number>>) =>
  Object.entries(beside).map(([name, ms]) => {
    const atMost = Math.max((quiet[name] ?? 0) * BESIDE.times, BESIDE.milliseconds);
    return [`${name} beside ${what}, p95 in ms`, ms, rounded(atMost)] as const;
  });

/** Compares every call of the year with the month's, and prints each result at once. */
const compareCalls = async ({ month, year }: Sides<Side>, scale: Scale, token: string): Promise<Compared[]> => {
  const calls = {
    month: await everyCall(month.pool, scale, pageCountOf(month, token)),
    year: await everyCall(year.pool, scale, pageCountOf(year, token)),
  };
  const rows: Compared[] = [];
  for (const [n, call] of calls.year.entries()) {
    const row = await compare({ month: { side: month, call: calls.month[n] ?? call }, year: { side: year, call } }, token);
    rows.push(row);
    tell(row.name, row);
  }
  return rows;
};

/** Returns the calls with the most processor time in a year (milliseconds), and those that grew most since a month (ratio). */
const outliers = (rows: readonly Compared[]) => ({
  slowest: most(rows, ({ year: { processor } }) => processor),
  slowestAfterAWrite: most(rows, ({ year: { afterWrite = 0 } }) => afterWrite).map(({ name, month, year: a }) => [
    name,
    month.afterWrite,
    a.afterWrite,
  ]),
  leastFlat: most(rows, ({ ratio }) => ratio).map(({ name, ratio }) => [name, ratio]),
});

/** Resident memory by process, MB (10⁶ bytes). */
const megabytesOf = ({ processes }: Side): Record<string, number> =>
  Object.fromEntries(Object.entries(processes).map(([name, { pid }]) => [name, Math.round(residentMegabytes(pid))]));

/**
 * Compares a year at the scale of OPS-06, divided by a factor (default 100), with its last month alone. Checks that every list, estimate,
 * phone call, send and upkeep round takes as long. Measures phone calls during upkeep and vacuum, and the bytes of one row of each kind.
 */
export const benchYear = async ([given]: readonly string[] = []) => {
  const factor = Number(given ?? FACTOR);
  const scale = reducedBy(factor);
  tell('scale', { factor, ...scale });
  const startedAt = performance.now();
  const world = await deliveryWorld({ devices: 0 });
  try {
    const month = await openSide(world, 'month', scale, MONTH_DAYS);
    const year = await openSide(world, 'year', scale, YEAR_DAYS);
    tell('filled, seconds', { month: month.fillSeconds, year: year.fillSeconds });
    const sizes = await sizesOf(year.pool);
    tell('bytes', sizes);
    const token = await world.tokenOf('admin');
    const rows = await compareCalls({ month, year }, scale, token);
    const sends = await compareSends({ month, year }, scale);
    tell('sends', sends);
    const idle = await idleRound({ month, year });
    tell('a round that finds nothing, ms', idle);
    const megabytes = megabytesOf(year);
    const ending = await endAMonth(year, scale);
    tell('a month ends', ending);
    const vacuum = await vacuumBeside(year, scale);
    tell('vacuum', vacuum);
    await Promise.all([month.close(), year.close()]);
    return {
      bench: 'year',
      factor,
      scale,
      seconds: Math.round((performance.now() - startedAt) / 1000),
      bytes: sizes,
      calls: rows.length,
      ...outliers(rows),
      sends,
      idleUpkeepMilliseconds: idle,
      ending,
      vacuum,
      megabytes,
      gate: gates([
        ...boundsOf(rows),
        ['a send, ms of processor time', sends.processorMilliseconds.year, flatBound(sends.processorMilliseconds.month, SEND_NOISE_MS)],
        ['a round that finds nothing, ms', idle.year, flatBound(idle.month, IDLE_NOISE_MS)],
        ...besideBounds('upkeep', ending.phonesP95),
        ...besideBounds('vacuum', vacuum.phonesP95),
      ]),
    };
  } finally {
    await world.close();
  }
};
