import { type Expression, type SqlBool, sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import type { FrozenAudience } from './frozen-audience.ts';

type Db = DbOf<'device' | 'deviceSubscription' | 'store'>;

/** `all` reads the subscriptions of the stores once, which is faster for counts; `few` looks up each phone, which is faster for a page. */
type Reading = 'all' | 'few';

const subscribedTo = (stores: readonly string[], reading: Reading, which = sql`true`) =>
  reading === 'all'
    ? sql<boolean>`d.seq in (select s.device_seq from device_subscription s where s.store_id = any(${stores}) and ${which})`
    : sql<boolean>`exists (select 1 from device_subscription s where s.device_seq = d.seq and s.store_id = any(${stores}))`;

const belongs = (audience: FrozenAudience, reading: Reading): Expression<SqlBool> => {
  const { of, storeId, storeIds, ...unhandled } = { storeId: '', storeIds: [] as string[], ...audience };
  // Fails to compile if a part of a frozen audience is not handled here. Ignoring one would widen the audience.
  unhandled satisfies Record<string, never>;
  switch (of) {
    case 'testers':
      return sql<boolean>`d.is_tester`;
    case 'everyone':
      return sql<boolean>`true`;
    case 'subscribers':
      return subscribedTo([storeId], reading);
    case 'stores':
      return sql<boolean>`(d.main_store_id = any(${storeIds}) or ${subscribedTo(storeIds, reading, sql`s.elsewhere`)})`;
  }
};

/** The one query that estimate and expansion share: reachable devices, each once. */
export const devicesOf = (db: Db, audience: FrozenAudience, reading: Reading = 'few') =>
  db.selectFrom('device as d').where('d.pushValue', 'is not', null).where(belongs(audience, reading));

export const countDevices = async (db: Db, audience: FrozenAudience): Promise<number> =>
  (
    await devicesOf(db, audience, 'all')
      .select(sql<number>`count(*)::int`.as('devices'))
      .executeTakeFirstOrThrow()
  ).devices;

/** Counts the devices that these audiences reach together, each device once. */
export const countTogether = async (db: Db, audiences: readonly FrozenAudience[]): Promise<number> => {
  if (audiences.some(({ of }) => of === 'everyone')) return countDevices(db, { of: 'everyone' });
  const chosen = [...new Set(audiences.flatMap((audience) => (audience.of === 'stores' ? audience.storeIds : [])))];
  const alone = [...new Set(audiences.flatMap((audience) => (audience.of === 'subscribers' ? [audience.storeId] : [])))];
  const { rows } = await sql<{ devices: number }>`
    select count(*)::int as devices from device d
    where d.push_value is not null and (${belongs({ of: 'stores', storeIds: chosen }, 'all')} or ${subscribedTo(alone, 'all')})`.execute(
    db,
  );
  return rows[0]?.devices ?? 0;
};

/** Counts the stores that select a frozen audience; `everyone` counts all stores. */
export const countStores = async (db: Db, audience: FrozenAudience): Promise<number> => {
  switch (audience.of) {
    case 'testers':
      return 0;
    case 'subscribers':
      return 1;
    case 'stores':
      return audience.storeIds.length;
    case 'everyone':
      return (
        await db
          .selectFrom('store')
          .where('deletedAt', 'is', null)
          .select(sql<number>`count(*)::int`.as('stores'))
          .executeTakeFirstOrThrow()
      ).stores;
  }
};

/** Phones with the same properties for the visibility of content. `inItem`, `inSource`: in a segment of the item, or of its source. */
export type Profile = { mainStoreId: string | null; appVersion: string; inItem: boolean; inSource: boolean; devices: number };

/** Groups the devices of an audience by the properties that decide which content they see; null: every phone, also without address. */
export const audienceProfiles = (
  db: Db,
  audience: FrozenAudience | null,
  segments: { item: readonly string[]; source: readonly string[] },
): Promise<Profile[]> => {
  const within = (names: readonly string[]) => sql<boolean>`d.segments && ${names}::text[]`;
  return (audience ? devicesOf(db, audience, 'all') : db.selectFrom('device as d'))
    .select(['d.mainStoreId', 'd.appVersion'])
    .select([within(segments.item).as('inItem'), within(segments.source).as('inSource')])
    .select(sql<number>`count(*)::int`.as('devices'))
    .groupBy(['d.mainStoreId', 'd.appVersion', sql`3`, sql`4`])
    .execute();
};
