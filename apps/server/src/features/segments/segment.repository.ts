import { sql } from 'kysely';
import { isOneOf } from '../../platform/db/list-rows.ts';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'segment'>;

/** Segments by name in Polish order. */
export const listSegments = (db: Db): Promise<{ name: string }[]> =>
  db
    .selectFrom('segment')
    .where('deletedAt', 'is', null)
    .select('name')
    .orderBy(sql`name collate "pl-x-icu"`)
    .execute();

/** Adds names, also ones that were removed before. */
export const addSegments = async (db: Db, names: readonly string[]): Promise<void> => {
  await sql`insert into segment (name) select unnest(${names}::text[]) on conflict (name) do update set deleted_at = null`.execute(db);
};

export const removeSegments = async (db: Db, names: readonly string[], at: Date): Promise<void> => {
  await sql`update segment set deleted_at = ${at} where name = any(${names}::text[])`.execute(db);
};

export const unknownSegments = async (db: Db, names: readonly string[]): Promise<string[]> => {
  const known = new Set((await listSegments(db)).map(({ name }) => name));
  return names.filter((name) => !known.has(name));
};

/** Returns names that were never imported. Phones may still send segments that were removed. */
export const neverImportedSegments = async (db: Db, names: readonly string[]): Promise<string[]> => {
  const rows = await db.selectFrom('segment').where(isOneOf('name', names)).select('name').execute();
  const known = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
};
