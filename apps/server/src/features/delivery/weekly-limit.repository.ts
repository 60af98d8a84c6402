import { type Expression, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { countOfStores, countWide, mayHaveHad } from './pushes-of-week.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification' | 'device' | 'deviceSubscription' | 'deviceFormerSubscription' | 'store'>;

/**
 * Those of some phones, in their order, that had or will have as many pushes of the last seven days as the limit, or more. Whom the number of sends
 * alone clears is not counted, and stores' own sends are looked up for those alone for whom they decide.
 */
const limitedOf = async (db: Db, notificationId: string, seqs: readonly number[], limit: number): Promise<Set<number>> => {
  const { wide, ofStores } = await mayHaveHad(db, notificationId, seqs, limit);
  const asked = wide >= limit ? seqs : seqs.filter((seq) => ofStores.has(seq));
  if (asked.length === 0) return new Set();
  const had = wide === 0 ? new Map<number, number>() : await countWide(db, notificationId, asked);
  const left = (seq: number): number => limit - (had.get(seq) ?? 0);
  const doubtful = asked.filter((seq) => left(seq) > 0 && (ofStores.get(seq) ?? 0) >= left(seq));
  const fromStores = doubtful.length === 0 ? new Map<number, number>() : await countOfStores(db, notificationId, doubtful);
  return new Set(asked.filter((seq) => left(seq) <= (fromStores.get(seq) ?? 0)));
};

/**
 * Whether this transaction alone leaves phones out until it ends, so that of fifty sends at once each counts what the others have taken; false
 * while another does. Nobody waits for it: the next look comes soon.
 */
export const takeTurn = async (db: Db): Promise<boolean> =>
  (await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtext('endcap weekly limit')) as taken`.execute(db)).rows[0]?.taken ===
  true;

/** CARE-02: the next phones of an audience without those that have reached the limit; `last` is the highest number that was looked at. */
export const withoutLimited = async (
  db: Db,
  notificationId: string,
  devices: Expression<unknown>,
  limit: number,
): Promise<{ kept: number[]; taken: number; last: number }> => {
  const { rows } = await sql<{ seqs: number[] | null }>`select array_agg(seq order by seq) as seqs from (${devices}) device`.execute(db);
  const seqs = rows[0]?.seqs ?? [];
  const limited = seqs.length === 0 ? new Set<number>() : await limitedOf(db, notificationId, seqs, limit);
  return { kept: seqs.filter((seq) => !limited.has(seq)), taken: seqs.length, last: seqs.at(-1) ?? 0 };
};
