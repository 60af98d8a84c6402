import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { devicesOf } from './audience.repository.ts';
import type { FrozenAudience } from './frozen-audience.ts';

type Db = DbOf<'device' | 'deviceSubscription' | 'store'>;

/** The number of possible device numbers that are drawn, and of drawn phones that an audience needs for a sample of them. */
const DRAWN = 16_384;
const FEWEST = 500;

export type SampledPhone = { mainStoreId: string | null; subscribed: string[] };
export type AudienceSample = { phones: SampledPhone[]; whole: boolean };

/**
 * Numbers from 0 to the next power of two above the highest, chosen by a hash. Numbers and order stay the same, however many phones are
 * added meanwhile.
 */
const drawnNumbers = (highest: number): RawBuilder<unknown> => sql`
  select (hashint8(n) & ${2 ** Math.ceil(Math.log2(highest + 1)) - 1}::int)::bigint as seq, min(n) as sort_key
  from generate_series(1::bigint, ${DRAWN}::bigint) n group by 1`;

/** Device numbers that include all phones of an audience, some more than once. */
const allNumbers = (audience: FrozenAudience): RawBuilder<unknown> => {
  switch (audience.of) {
    case 'testers':
      return sql`select seq from device where is_tester`;
    case 'everyone':
      return sql`select seq from device where push_value is not null`;
    case 'subscribers':
      return sql`select device_seq as seq from device_subscription where store_id = ${audience.storeId}`;
    case 'stores':
      return sql`select seq from device where main_store_id = any(${audience.storeIds})
        union all select device_seq from device_subscription where store_id = any(${audience.storeIds})`;
  }
};

/** True if the audience has fewer device numbers than a sample draws. */
const isSmall = async (db: Db, audience: FrozenAudience): Promise<boolean> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from (${allNumbers(audience)}) number limit ${DRAWN}) few`.execute(db);
  return (rows[0]?.n ?? 0) < DRAWN;
};

/** Adds a sort key to device numbers, a stable hash of each. */
const inStableOrder = (numbers: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select distinct seq, hashint8extended(seq, 7) as sort_key from (${numbers}) number`;

/** Returns the first `size` devices of the audience among the given numbers, in stable order. Looks up only as many as needed. */
const phonesAmong = async (db: Db, audience: FrozenAudience, numbers: RawBuilder<unknown>, size: number): Promise<SampledPhone[]> => {
  // A lateral query per number; otherwise the planner would read every phone.
  const one = devicesOf(db, audience)
    .where(sql<boolean>`d.seq = number.seq`)
    .select(['d.seq', 'd.mainStoreId'])
    .select(sql<string[]>`array(select store_id from device_subscription s where s.device_seq = d.seq)`.as('subscribed'))
    .offset(0);
  // Sort before the join: sorting its result would look up every phone.
  const { rows } = await sql<SampledPhone>`
    select phone.main_store_id, phone.subscribed from (select seq from (${numbers}) keyed order by sort_key, seq offset 0) number
    cross join lateral (${one}) phone limit ${size}`.execute(db);
  return rows;
};

/** Samples an audience. The sample stays the same while the phones do. `whole`: it contains the whole audience (CARE-01). */
export const sampleAudience = async (db: Db, audience: FrozenAudience, size: number): Promise<AudienceSample> => {
  const { rows } = await sql<{ highest: number }>`select coalesce(max(seq), 0)::int as highest from device`.execute(db);
  const highest = rows[0]?.highest ?? 0;
  if (highest > DRAWN && !(await isSmall(db, audience))) {
    const drawn = await phonesAmong(db, audience, drawnNumbers(highest), size);
    if (drawn.length >= Math.min(FEWEST, size)) return { phones: drawn, whole: false };
  }
  const phones = await phonesAmong(db, audience, inStableOrder(allNumbers(audience)), size + 1);
  return { phones: phones.slice(0, size), whole: phones.length <= size };
};
