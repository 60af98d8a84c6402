import { contentFields } from '@endcap/contract/content';
import { sql } from 'kysely';
import { newId } from '../src/platform/ids.ts';
import type { Database, Tables } from '../src/tables.ts';
import type { Insertable } from 'kysely';

type StoreFacts = Partial<Insertable<Tables['store']>>;

/** Puts a store into the database; returns its id. */
export const aStore = async (db: Database, facts: StoreFacts = {}): Promise<string> => {
  const id = facts.id ?? newId();
  await db
    .insertInto('store')
    .values({
      id,
      name: 'Koszyk',
      street: 'ul. Długa 1',
      city: 'Łódź',
      zipCode: '90-001',
      latitude: 51.7,
      longitude: 19.4,
      notificationSign: null,
      storeNo: null,
      phone: null,
      ecommerceSlug: null,
      openingHours: '6–22',
      storeType: 'contact',
      deletedAt: null,
      ...facts,
    } as Insertable<Tables['store']>)
    .execute();
  return id;
};

export const aGroup = async (db: Database, name: string, stores: readonly string[]): Promise<string> => {
  const id = newId();
  await db.insertInto('storeGroup').values({ id, name, deletedAt: null }).execute();
  if (stores.length > 0)
    await db
      .insertInto('storeGroupMember')
      .values(stores.map((storeId) => ({ groupId: id, storeId })))
      .execute();
  return id;
};

type Phones = { main?: string; subscribed?: string[]; count?: number; push?: boolean; tester?: boolean; prefix?: string };

/** Puts phones into the database; returns their push addresses. */
export const phones = async (
  db: Database,
  { main, subscribed = [], count = 1, push = true, tester = false, prefix = 'token' }: Phones = {},
): Promise<string[]> => {
  const batch = newId();
  await sql`insert into device (id, install_id, secret_hash, platform, app_version, push_kind, push_value, main_store_id, is_tester)
    select ${batch} || n, ${batch} || n, sha256_of(${batch} || n), 'android', '3.4.0',
      case when ${push}::boolean then 'token' end, case when ${push}::boolean then ${prefix} || '-' || ${batch} || '-' || n end, ${main ?? null}, ${tester}
    from generate_series(1, ${count}::int) n`.execute(db);
  if (subscribed.length > 0)
    await sql`insert into device_subscription (store_id, device_seq) select store_id, seq from device, unnest(${subscribed}::text[]) store_id where install_id like ${`${batch}%`}`.execute(
      db,
    );
  return Array.from({ length: count }, (_, n) => `${prefix}-${batch}-${n + 1}`);
};

/** Returns the device secret of a phone that `phones` has made. */
export const secretOf = (address: string): string => {
  const [, batch = '', n = ''] = /-([^-]+)-(\d+)$/.exec(address) ?? [];
  return batch + n;
};

const initialContent = Object.fromEntries(Object.entries(contentFields).map(([field, { initial }]) => [field, initial]));

/** Inserts an item that is visible to everybody, and returns its id. */
export const aContent = async (db: Database, facts: Partial<Insertable<Tables['content']>> = {}): Promise<string> => {
  const id = newId();
  const prevImage = `cloudinary:${'a'.repeat(32)}.png`;
  const row = { ...initialContent, id, name: 'Redakcyjna', title: 'Gazetka', prevImage, version: '', deletedAt: null, ...facts };
  await db
    .insertInto('content')
    .values(row as Insertable<Tables['content']>)
    .execute();
  return id;
};

/** A valid body of POST notification-editor. */
export const aNotification = (facts: Record<string, unknown> = {}) => ({
  title: 'Promocja',
  content: 'Jabłka po 2 zł',
  validUntil: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  ...facts,
});

export const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

/** A valid body of POST store-editor. */
export const aStoreDraft = (facts: Record<string, unknown> = {}) => ({
  name: 'Koszyk Łódź',
  street: 'ul. Długa 1',
  city: 'Łódź',
  zipCode: '90-001',
  latitude: 51.75,
  longitude: 19.46,
  openingHours: 'pon.–sob. 6–22\nniedz. handlowe 9–20',
  ...facts,
});
