import type { ChildProcess } from 'node:child_process';
import { acceptSend, untilFinished } from '../../scripts/test/delivery-world.ts';
import { residentMegabytes } from '../processes.ts';
import { rounded } from '../statistics.ts';
import type { Sides } from './flat.ts';
import { processorOf } from './processor-of.ts';
import type { Scale } from './scale.ts';
import type { Side } from './sides.ts';

const ROUNDS = 3;
const STORES = 8;

type Sent = { seconds: number; processor: number; messages: number; logBytes: number };

/** One send to the phones of some stores, from its acceptance until each has an outcome. */
const send = async ({ pool, db }: Side, worker: ChildProcess, id: string, { stores }: Scale): Promise<Sent> => {
  const log = async (since = '0/0'): Promise<{ at: string; bytes: number }> => {
    const { rows } = await pool.query(
      `select pg_current_wal_lsn()::text as at, pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::float8 as bytes`,
      [since],
    );
    return rows[0];
  };
  const before = await log();
  const used = await processorOf(pool, worker.pid);
  const usedBefore = used();
  const startedAt = performance.now();
  const storeIds = Array.from({ length: Math.min(STORES, stores) }, (_, n) => `store${1 + n}`);
  await acceptSend(pool, db, id, { of: 'stores', storeIds });
  await untilFinished(pool, id);
  const seconds = (performance.now() - startedAt) / 1000;
  const processor = used() - usedBefore;
  const { rows } = await pool.query<{ messages: number }>(
    'select sum(successful)::int as messages from fan_out_chunk where notification_id = $1',
    [id],
  );
  return { seconds, processor, messages: rows[0]?.messages ?? 0, logBytes: (await log(before.at)).bytes };
};

/** Share of the updates of chunks that stayed in their page, of what workers wrote. */
const hotUpdateShare = async ({ pool }: Side): Promise<number> => {
  const { rows } = await pool.query<{ share: number }>(
    `select (sum(n_tup_hot_upd) / greatest(sum(n_tup_upd), 1))::float8 as share from pg_stat_user_tables where relname like 'fan_out_chunk%'`,
  );
  return rows[0]?.share ?? 0;
};

/** The least of three sends on each side, in turn; what PostgreSQL wrote to its log for each message. */
export const compareSends = async (sides: Sides<Side>, scale: Scale) => {
  const sent: Sides<Sent[]> = { month: [], year: [] };
  // Finish the fan-outs that were left open for the measurement of the lists.
  for (const { pool } of [sides.month, sides.year])
    await pool.query(`update fan_out set state = 'finished', finished_at = now() where finished_at is null`);
  const workers: Sides<ChildProcess> = { month: await sides.month.startWorker(), year: await sides.year.startWorker() };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const span of ['month', 'year'] as const) {
      const one = await send(sides[span], workers[span], `timed${round}`, scale);
      if (round > 0) sent[span].push(one);
    }
  const workerMegabytes = Math.round(residentMegabytes(workers.year.pid));
  for (const worker of Object.values(workers)) worker.kill();
  const least = (all: readonly Sent[], of: 'seconds' | 'processor'): number => rounded(Math.min(...all.map((one) => one[of])));
  return {
    messages: sent.year[0]?.messages ?? 0,
    seconds: { month: least(sent.month, 'seconds'), year: least(sent.year, 'seconds') },
    processorMilliseconds: { month: least(sent.month, 'processor'), year: least(sent.year, 'processor') },
    logBytesAMessage: rounded(Math.min(...sent.year.map(({ logBytes, messages }) => logBytes / messages))),
    workerMegabytes,
    chunkUpdatesInPage: rounded(await hotUpdateShare(sides.year)),
  };
};
