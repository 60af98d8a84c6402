import { type Expression, sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import type { OwnPushes } from './own-pushes.ts';
import { countOfStores, countWide, countWideSends, countUpperBounds } from './pushes-of-week.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification' | 'device' | 'deviceSubscription' | 'deviceFormerSubscription' | 'store'>;

/** From this many phones on, reading all of stores' own sends pays off. */
const MANY = 2_000;
const NOBODY: ReadonlyMap<number, number> = new Map();

/** Skips phones that the number of sends alone clears. Queries stores' own sends only for phones whose result depends on them. */
const limitedByQueries = async (db: Db, notificationId: string, seqs: readonly number[], limit: number): Promise<number[]> => {
  const { wide, ofStores } = await countUpperBounds(db, notificationId, seqs, limit);
  const candidates = wide >= limit ? seqs : seqs.filter((seq) => ofStores.has(seq));
  const had = wide === 0 || candidates.length === 0 ? NOBODY : await countWide(db, notificationId, candidates);
  const left = (seq: number): number => limit - (had.get(seq) ?? 0);
  const doubtful = candidates.filter((seq) => left(seq) > 0 && (ofStores.get(seq) ?? 0) >= left(seq));
  const fromStores = doubtful.length === 0 ? NOBODY : await countOfStores(db, notificationId, doubtful);
  return candidates.filter((seq) => left(seq) <= (fromStores.get(seq) ?? 0));
};

/** Uses the counts that the worker caches, and queries own sends that are not over only for phones that may reach the limit. */
const limitedByCounts = async (
  db: Db,
  notificationId: string,
  seqs: readonly number[],
  { of, open, limit }: { of: (seq: number) => number; open: readonly string[]; limit: number },
): Promise<number[]> => {
  const wide = await countWideSends(db, notificationId);
  const others = open.filter((id) => id !== notificationId);
  const undecided = others.length === 0 ? [] : seqs.filter((seq) => of(seq) + others.length + wide >= limit);
  const notOver = undecided.length === 0 ? NOBODY : await countOfStores(db, notificationId, undecided, others);
  const fromStores = (seq: number): number => of(seq) + (notOver.get(seq) ?? 0);
  const candidates = seqs.filter((seq) => fromStores(seq) + wide >= limit);
  const had = wide === 0 || candidates.length === 0 ? NOBODY : await countWide(db, notificationId, candidates);
  return candidates.filter((seq) => fromStores(seq) + (had.get(seq) ?? 0) >= limit);
};

/** Returns the phones, in order, that had or will have at least `limit` pushes within seven days. */
const limitedOf = async (
  db: Db,
  notificationId: string,
  seqs: readonly number[],
  { limit, own }: { limit: number; own: OwnPushes },
): Promise<number[]> => {
  const cached = seqs.length < MANY ? null : await own.read(db);
  return cached ? limitedByCounts(db, notificationId, seqs, { ...cached, limit }) : limitedByQueries(db, notificationId, seqs, limit);
};

/**
 * Tries to lock the weekly limit until the transaction ends. Returns false if another transaction holds the lock. It makes each of many
 * concurrent sends count the pushes of the others. It does not wait, because the next poll comes soon.
 */
export const tryLockWeeklyLimit = async (db: Db): Promise<boolean> =>
  (await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtext('endcap weekly limit')) as taken`.execute(db)).rows[0]?.taken ===
  true;

/** Returns the next phones of an audience without those at the limit (CARE-02). `last`: the highest number examined. */
export const withoutLimited = async (
  db: Db,
  notificationId: string,
  devices: Expression<unknown>,
  counting: { limit: number; own: OwnPushes },
): Promise<{ allowed: number[]; taken: number; last: number }> => {
  const { rows } = await sql<{ seqs: number[] | null }>`select array_agg(seq order by seq) as seqs from (${devices}) device`.execute(db);
  const seqs = rows[0]?.seqs ?? [];
  if (seqs.length === 0) return { allowed: [], taken: 0, last: 0 };
  const limited = new Set(await limitedOf(db, notificationId, seqs, counting));
  return { allowed: seqs.filter((seq) => !limited.has(seq)), taken: seqs.length, last: seqs.at(-1) ?? 0 };
};
