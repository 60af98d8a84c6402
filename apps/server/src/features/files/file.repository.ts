import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import type { FileTables } from './file.tables.ts';

type Db = DbOf<'fileUse' | 'storedFile'>;

const UNIQUE_VIOLATION = '23505';

/** Returns true if a file of this name is stored. `lock` locks its row, so that no sweep removes it before the transaction ends (C03). */
export const isStored = async (db: Db, name: string, { lock = false } = {}): Promise<boolean> => {
  const query = db.selectFrom('storedFile').where('name', '=', name).where('leaving', '=', false).select('name');
  return (await (lock ? query.forShare() : query).executeTakeFirst()) !== undefined;
};

/** Returns the name under which a stored file was last uploaded, and its size in bytes. */
export const readUpload = async (db: Db, name: string): Promise<{ name: string | null; size: number } | undefined> =>
  db
    .selectFrom('storedFile')
    .where('name', '=', name)
    .where('leaving', '=', false)
    .select(['uploadedAs as name', sql<number>`bytes::float8`.as('size')])
    .executeTakeFirst();

/** Returns the size of a stored file in bytes, as it was uploaded; null for other names. */
export const readUploadedBytes = async (db: Db, name: string): Promise<number | null> => (await readUpload(db, name))?.size ?? null;

/** Returns the name under which the same bytes are stored already. Sets their last request to now (U32) and takes over the upload name. */
export const findSameBytes = async (
  db: Db,
  { contentHash, uploadedAs }: Pick<FileTables['storedFile'], 'contentHash' | 'uploadedAs'>,
  at: Date,
): Promise<string | undefined> =>
  (
    await db
      .updateTable('storedFile')
      .set({ askedAt: at, uploadedAs })
      .where('contentHash', '=', contentHash)
      .where('leaving', '=', false)
      .returning('name')
      .executeTakeFirst()
  )?.name;

/** Registers a file before its bytes are stored. Not referenceable until `markStored`; swept after a day if the upload broke off (F49). */
export const announceFile = async (db: Db, file: Omit<FileTables['storedFile'], 'leaving'>): Promise<void> => {
  await db
    .insertInto('storedFile')
    .values({ ...file, leaving: true })
    .execute();
};

/** Marks an announced file as stored. Returns false if the same bytes were stored under another name meanwhile. */
export const markStored = async (db: Db, name: string): Promise<boolean> => {
  const { rows } = await sql<{ name: string }>`
    update stored_file set leaving = false where name = ${name} returning name`
    .execute(db)
    .catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return { rows: [] };
      throw error;
    });
  return rows.length > 0;
};

const unused = (since: Date) =>
  sql<boolean>`not exists (select from file_use u where u.name = stored_file.name and coalesce(u.ended_at > ${since}, true))`;

/**
 * Marks up to `atMost` unused files for removal, in the order of their names after `past`. Their last request must be before `since`, or
 * before `brokenSince` if their upload or removal was interrupted; their last use must have ended by `usedSince`. `last` is null when no
 * more names follow.
 */
export const markLeaving = async (
  trx: Db,
  { since, usedSince, brokenSince, past, atMost }: { since: Date; usedSince: Date; brokenSince: Date; past: string; atMost: number },
): Promise<{ leaving: string[]; last: string | null }> => {
  // Lock first, then check again: a reference that was being saved meanwhile is committed by then.
  const { rows } = await sql<{ name: string }>`
    select name from stored_file where name > ${past} and asked_at < case when leaving then ${brokenSince}::timestamptz else ${since}::timestamptz end and ${unused(usedSince)} order by name limit ${atMost} for update skip locked`.execute(
    trx,
  );
  const names = rows.map(({ name }) => name);
  const last = names.at(-1);
  if (last === undefined) return { leaving: [], last: null };
  const left = await trx
    .updateTable('storedFile')
    .set({ leaving: true })
    .where(sql<boolean>`name = any(${names}::text[])`)
    .where(unused(usedSince))
    .returning('name')
    .execute();
  return { leaving: left.map(({ name }) => name), last };
};

/** Deletes the row of a file that is marked for removal, with its past uses. */
export const forgetFile = async (db: Db, name: string): Promise<void> => {
  await sql`
    with once as (delete from file_use where name = ${name} and ended_at is not null)
    delete from stored_file where name = ${name} and leaving`.execute(db);
};
