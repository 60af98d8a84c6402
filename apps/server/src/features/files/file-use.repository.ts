import { referencedNamesIn, storedNamesIn } from '@endcap/contract/files';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'fileUse' | 'storedFile'>;

/**
 * Notes which stored files an entity names from now on, wherever in it they stand; call it in the transaction that saves the
 * whole of it. Nobody can sweep them until its end, nor after it. What it named before is kept a while longer.
 */
export const noteFileUses = async (
  trx: Db,
  { entity, entityId }: { entity: string; entityId: string },
  saved: unknown,
  at: Date,
): Promise<void> => {
  const names = storedNamesIn(saved);
  await sql`
    update file_use set ended_at = ${at}
    where entity = ${entity} and entity_id = ${entityId} and ended_at is null and name <> all(${names}::text[])`.execute(trx);
  if (names.length > 0)
    await sql`
      insert into file_use (entity, entity_id, name)
      select ${entity}, ${entityId}, name from stored_file where name = any(${names}::text[]) and not leaving order by name for key share
      on conflict (entity, entity_id, name) do update set ended_at = null`.execute(trx);
  const unseen = referencedNamesIn(saved).filter((name) => !names.includes(name));
  if (unseen.length === 0) return;
  const { rows } = await sql<{ name: string }>`select name from stored_file where name = any(${unseen}::text[])`.execute(trx);
  // It was checked and found, and would be swept all the same.
  if (rows.length > 0) throw new Error(`${entity} ${entityId} refers to ${rows[0]?.name}, which is not taken for a stored file`);
};
