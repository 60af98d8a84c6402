import { endWhatIsOld } from '../../apps/server/src/features/retention/index.ts';
import { nth, rounded } from '../statistics.ts';
import { newestSends, phoneCalls } from './calls.ts';
import { type Sides, timesOf } from './flat.ts';
import type { Scale } from './scale.ts';
import type { Side } from './sides.ts';

const ROUNDS = 5;
const CALLS = 100;
const MONTH_DAYS = 30;
const YEAR_DAYS = 365;
/** As the settings have it. */
const KEEP = { receipts: 400, outcomes: 400, showings: 30, sendKeys: 31, threads: 0, tickets: 1, unusedDevices: 0 };
/** Throttles a manual vacuum like autovacuum. By default it would not pause. */
const AS_AUTOVACUUM = `set vacuum_cost_delay = '2ms'`;

/** Milliseconds of one round of the upkeep, and how many rows ended. */
const round = async ({ db }: Side, keep: Partial<typeof KEEP> = {}) => {
  const startedAt = performance.now();
  const fail = (error: unknown): never => {
    throw error;
  };
  const ended = await endWhatIsOld({ db, now: () => new Date(), keep: { ...KEEP, ...keep }, onError: fail });
  return { milliseconds: performance.now() - startedAt, ended };
};

/** The quietest of some rounds that find nothing to end, which is nearly all of them. */
export const idleRound = async (sides: Sides<Side>): Promise<Sides<number>> => {
  const taken: Sides<number[]> = { month: [], year: [] };
  for (let n = 0; n < ROUNDS; n += 1)
    for (const span of ['month', 'year'] as const) taken[span].push((await round(sides[span])).milliseconds);
  return { month: rounded(Math.min(...taken.month)), year: rounded(Math.min(...taken.year)) };
};

/** Inboxes and openings, one after the other, until some work is done, and at least a hundred of each; p95 in milliseconds. */
const phonesDuring = async (side: Side, scale: Scale, work: () => Promise<void>) => {
  const { everyones } = await newestSends(side.pool);
  const calls = phoneCalls(everyones, scale).filter(({ name }) => name === 'inbox' || name === 'opened');
  const times: Record<string, number[]> = {};
  let over = false;
  const done = work().finally(() => (over = true));
  for (let asked = 0; !over || asked < CALLS; asked += 20)
    for (const call of calls) (times[call.name] ??= []).push(...(await timesOf(side, '', call, 20, asked)));
  await done;
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, rounded(nth(all, 0.95))]));
};

/** Ends the oldest month of a year while phones call. */
export const endAMonth = async (side: Side, scale: Scale) => {
  const quiet = await phonesDuring(side, scale, async () => {});
  const keep = YEAR_DAYS - MONTH_DAYS;
  let all: Awaited<ReturnType<typeof round>> = { milliseconds: 0, ended: {} };
  const beside = await phonesDuring(side, scale, async () => {
    all = await round(side, { receipts: keep, outcomes: keep });
  });
  return { seconds: rounded(all.milliseconds / 1000), rows: all.ended, phonesP95: { quiet, beside } };
};

/** Vacuums what has grown, each page of it, while phones call. */
export const vacuumBeside = async (side: Side, scale: Scale) => {
  const quiet = await phonesDuring(side, scale, async () => {});
  let seconds = 0;
  const beside = await phonesDuring(side, scale, async () => {
    const startedAt = performance.now();
    const client = await side.pool.connect();
    await client.query(AS_AUTOVACUUM);
    await client.query('vacuum (disable_page_skipping) notification, fan_out, fan_out_chunk, notification_receipt, device, history');
    client.release(true);
    seconds = (performance.now() - startedAt) / 1000;
  });
  return { seconds: rounded(seconds), phonesP95: { quiet, beside } };
};
