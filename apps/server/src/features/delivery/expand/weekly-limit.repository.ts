import { type Expression, sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import type { OwnPushes } from './own-pushes.ts';
import { countOfStores, countWide, countWideSends, mayHaveHad } from './pushes-of-week.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'notification' | 'device' | 'deviceSubscription' | 'deviceFormerSubscription' | 'store'>;

/** For so many phones it is worth to have read all of stores' own sends. */
const MANY = 2_000;
const NOBODY: ReadonlyMap<number, number> = new Map();

/** Skips phones that the number of sends alone clears. Queries stores' own sends only for phones whose result depends on them. */
const limitedByLookUps = async (db: Db, notificationId: string, seqs: readonly number[], limit: number): Promise<number[]> => {
  const { wide, ofStores } = await mayHaveHad(db, notificationId, seqs, limit);
  const asked = wide >= limit ? seqs : seqs.filter((seq) => ofStores.has(seq));
  const had = wide === 0 || asked.length === 0 ? NOBODY : await countWide(db, notificationId, asked);
  const left = (seq: number): number => limit - (had.get(seq) ?? 0);
  const doubtful = asked.filter((seq) => left(seq) > 0 && (ofStores.get(seq) ?? 0) >= left(seq));
  const fromStores = doubtful.length === 0 ? NOBODY : await countOfStores(db, notificationId, doubtful);
  return asked.filter((seq) => left(seq) <= (fromStores.get(seq) ?? 0));
};

/** Uses the counts that the worker keeps, and queries own sends that are not over only for phones that may reach the limit. */
const limitedByMemory = async (
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
  const asked = seqs.filter((seq) => fromStores(seq) + wide >= limit);
  const had = wide === 0 || asked.length === 0 ? NOBODY : await countWide(db, notificationId, asked);
  return asked.filter((seq) => fromStores(seq) + (had.get(seq) ?? 0) >= limit);
};

/** Those of some phones, in their order, that had or will have as many pushes of the last seven days as the limit, or more. */
const limitedOf = async (
  db: Db,
  notificationId: string,
  seqs: readonly number[],
  { limit, own }: { limit: number; own: OwnPushes },
): Promise<number[]> => {
  const known = seqs.length < MANY ? null : await own.read(db);
  return known ? limitedByMemory(db, notificationId, seqs, { ...known, limit }) : limitedByLookUps(db, notificationId, seqs, limit);
};

/**
 * Tries to lock the weekly limit until the transaction ends. Returns false if another transaction holds the lock. It makes each of many
 * concurrent sends count the pushes of the others. It does not wait, because the next poll comes soon.
 */
export const takeTurn = async (db: Db): Promise<boolean> =>
  (await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtext('endcap weekly limit')) as taken`.execute(db)).rows[0]?.taken ===
  true;

/** Returns the next phones of an audience without those at the limit (CARE-02). `last`: the highest number examined. */
export const withoutLimited = async (
  db: Db,
  notificationId: string,
  devices: Expression<unknown>,
  counting: { limit: number; own: OwnPushes },
): Promise<{ kept: number[]; taken: number; last: number }> => {
  const { rows } = await sql<{ seqs: number[] | null }>`select array_agg(seq order by seq) as seqs from (${devices}) device`.execute(db);
  const seqs = rows[0]?.seqs ?? [];
  if (seqs.length === 0) return { kept: [], taken: 0, last: 0 };
  const limited = new Set(await limitedOf(db, notificationId, seqs, counting));
  return { kept: seqs.filter((seq) => !limited.has(seq)), taken: seqs.length, last: seqs.at(-1) ?? 0 };
};
