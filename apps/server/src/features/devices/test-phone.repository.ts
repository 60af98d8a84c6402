import { INVITE_MINUTES, type TestPhone } from '@endcap/contract/devices';
import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { isHere } from './gone-device.repository.ts';

type Db = DbOf<'device' | 'testerInvite'>;

const testPhonesThat = (db: Db, which: RawBuilder<boolean> = sql`true`) =>
  db
    .selectFrom('device')
    .where(sql<boolean>`is_tester`)
    .where(isHere('device'))
    .where(which)
    .select(['id as _id', 'testerName as name', 'platform', 'appVersion', 'seenAt'])
    .select(sql<boolean>`push_value is not null`.as('reachable'));

const presented = ({ seenAt, ...phone }: Omit<TestPhone, 'seenAt'> & { seenAt: Date }): TestPhone => ({
  ...phone,
  seenAt: seenAt.toISOString(),
});

/** Returns all test phones by name in Polish order, those without a name last. */
export const testPhones = async (db: Db): Promise<TestPhone[]> =>
  (
    await testPhonesThat(db)
      .orderBy(sql`tester_name collate "pl-x-icu" nulls last`)
      .orderBy('seq')
      .execute()
  ).map(presented);

/** Gives a test phone a name. Returns undefined if there is no such test phone. */
export const nameTestPhone = async (db: Db, id: string, name: string | null): Promise<TestPhone | undefined> => {
  await db.updateTable('device').set({ testerName: name }).where('id', '=', id).where('isTester', '=', true).execute();
  const named = await testPhonesThat(db, sql`id = ${id}`).executeTakeFirst();
  return named && presented(named);
};

/** Makes a test phone an ordinary phone, which gets no tests. Returns false if there is no such test phone. */
export const removeTestPhone = async (db: Db, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('device')
    .set({ isTester: false, testerName: null })
    .where('id', '=', id)
    .where('isTester', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Stores the hash of a person's new code, replacing the old one. Deletes all expired codes. Returns the expiry, by database time. */
export const insertInvite = async (db: Db, madeBy: string, codeHash: Buffer): Promise<Date> => {
  await db
    .deleteFrom('testerInvite')
    .where('expiresAt', '<=', sql<Date>`clock_timestamp()`)
    .execute();
  const row = { codeHash, expiresAt: sql<Date>`clock_timestamp() + make_interval(mins => ${INVITE_MINUTES})` };
  const { expiresAt } = await db
    .insertInto('testerInvite')
    .values({ madeBy, ...row })
    .onConflict((conflict) => conflict.column('madeBy').doUpdateSet(row))
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return expiresAt;
};

/** Uses up a code and makes the device a test phone. Returns false if the code is unknown, used up or expired. */
export const becomeInvited = async (db: Db, seq: number, codeHash: Buffer): Promise<boolean> => {
  const { rows } = await sql`
    with used as (delete from tester_invite where code_hash = ${codeHash} and expires_at > clock_timestamp() returning 1)
    update device set is_tester = true where seq = ${seq} and ${isHere('device')} and exists (select from used) returning 1`.execute(db);
  return rows.length > 0;
};
