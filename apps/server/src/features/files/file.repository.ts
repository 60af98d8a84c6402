import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import type { FileTables } from './file.tables.ts';

type Db = DbOf<'fileUse' | 'storedFile'>;

const UNIQUE_VIOLATION = '23505';

/** Whether a name is that of a kept file; `hold`: and stays it, since nobody can sweep it until the transaction ends (C03). */
export const isKept = async (db: Db, name: string, { hold = false } = {}): Promise<boolean> => {
  const kept = db.selectFrom('storedFile').where('name', '=', name).where('leaving', '=', false).select('name');
  return (await (hold ? kept.forShare() : kept).executeTakeFirst()) !== undefined;
};

/** Under which name a kept file was uploaded last, and how many bytes it has. */
export const readUpload = async (db: Db, name: string): Promise<{ name: string | null; size: number } | undefined> =>
  db
    .selectFrom('storedFile')
    .where('name', '=', name)
    .where('leaving', '=', false)
    .select(['uploadedAs as name', sql<number>`bytes::float8`.as('size')])
    .executeTakeFirst();

/** How many bytes a kept file had when it was uploaded; null for other names. */
export const readUploadedBytes = async (db: Db, name: string): Promise<number | null> => (await readUpload(db, name))?.size ?? null;

/** The name under which the same bytes are kept already; asking makes them young again (U32), and the latest upload names them. */
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

/** Notes a file whose bytes are about to come; until it is kept nobody can name it, and what broke off is swept within a day (F49). */
export const announceFile = async (db: Db, file: Omit<FileTables['storedFile'], 'leaving'>): Promise<void> => {
  await db
    .insertInto('storedFile')
    .values({ ...file, leaving: true })
    .execute();
};

/** Keeps an announced file whose bytes are there. False when the same bytes were kept under another name meanwhile. */
export const keepFile = async (db: Db, name: string): Promise<boolean> => {
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
 * Marks files that nobody asked for since an instant and nothing used since another; also those that never came or whose removal was
 * interrupted, since a third. So many at most, of the names that come `past` one; `last` is null when no more come after them.
 */
export const markLeaving = async (
  trx: Db,
  { since, usedSince, brokenSince, past, atMost }: { since: Date; usedSince: Date; brokenSince: Date; past: string; atMost: number },
): Promise<{ leaving: string[]; last: string | null }> => {
  // First the locks, then another look: who was saving a reference meanwhile has committed it by then.
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

/** Forgets a file that is leaving, with who used it once. */
export const forgetFile = async (db: Db, name: string): Promise<void> => {
  await sql`
    with once as (delete from file_use where name = ${name} and ended_at is not null)
    delete from stored_file where name = ${name} and leaving`.execute(db);
};
