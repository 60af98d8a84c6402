import { sql } from 'kysely';
import type { Db } from '../../tables.ts';
import type { FileTables } from './file.tables.ts';

const nameOf = (reference: string): string => reference.slice(reference.indexOf(':') + 1);

/** Whether a reference can be kept; in a transaction nobody can sweep it until the end (C03). */
export const fileExists = async (db: Db, reference: string): Promise<boolean> =>
  (await db
    .selectFrom('storedFile')
    .where('name', '=', nameOf(reference))
    .where('leaving', '=', false)
    .select('name')
    .forShare()
    .executeTakeFirst()) !== undefined;

/** The name under which the same bytes are kept already; asking makes them young again (U32). */
export const findSameBytes = async (db: Db, contentHash: Buffer, at: Date): Promise<string | undefined> =>
  (
    await db
      .updateTable('storedFile')
      .set({ askedAt: at })
      .where('contentHash', '=', contentHash)
      .where('leaving', '=', false)
      .returning('name')
      .executeTakeFirst()
  )?.name;

/** Notes a new file; two uploads of the same bytes at once end with one name, which is returned. */
export const keepFile = async (db: Db, file: Omit<FileTables['storedFile'], 'leaving'>): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    insert into stored_file (name, content_hash, bytes, uploaded_by, asked_at)
    values (${file.name}, ${file.contentHash}, ${file.bytes}, ${file.uploadedBy}, ${file.askedAt})
    on conflict (content_hash) where not leaving do update set asked_at = excluded.asked_at
    returning name`.execute(db);
  return rows[0]?.name ?? file.name;
};

const unused = (since: Date) =>
  sql<boolean>`not exists (select from file_use u where u.name = stored_file.name and coalesce(u.ended_at > ${since}, true))`;

/** Marks files that nobody asked for and nothing used since an instant; also those whose removal was interrupted. Returns their names. */
export const markLeaving = async (trx: Db, since: Date, atMost: number): Promise<string[]> => {
  // First the locks, then another look: who was saving a reference meanwhile has committed it by then.
  const { rows } = await sql<{ name: string }>`
    select name from stored_file where asked_at < ${since} and ${unused(since)} order by asked_at limit ${atMost} for update skip locked`.execute(
    trx,
  );
  const names = rows.map(({ name }) => name);
  if (names.length === 0) return [];
  const left = await trx
    .updateTable('storedFile')
    .set({ leaving: true })
    .where(sql<boolean>`name = any(${names}::text[])`)
    .where(unused(since))
    .returning('name')
    .execute();
  return left.map(({ name }) => name);
};

/** Forgets a file that is leaving, with who used it once. */
export const forgetFile = async (db: Db, name: string): Promise<void> => {
  await sql`
    with once as (delete from file_use where name = ${name} and ended_at is not null)
    delete from stored_file where name = ${name} and leaving`.execute(db);
};
