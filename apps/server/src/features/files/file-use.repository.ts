import { referencedNamesIn, storedNamesIn } from '@endcap/contract/files';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'fileUse' | 'storedFile'>;

type Saved = { entityId: string; saved: unknown };

/** Throws if an entity refers to a stored file that `storedNamesIn` does not find, because the file would be swept while in use. */
const refuseUnseen = async (trx: Db, entity: string, entities: readonly Saved[]): Promise<void> => {
  const unseen = entities.flatMap(({ entityId, saved }) => {
    const seen = new Set(storedNamesIn(saved));
    return referencedNamesIn(saved).flatMap((name) => (seen.has(name) ? [] : [{ entityId, name }]));
  });
  if (unseen.length === 0) return;
  const { rows } = await sql<{ name: string }>`
    select name from stored_file where name = any(${unseen.map(({ name }) => name)}::text[])`.execute(trx);
  const there = new Set(rows.map(({ name }) => name));
  const first = unseen.find(({ name }) => there.has(name));
  if (first) throw new Error(`${entity} ${first.entityId} refers to ${first.name}, which is not taken for a stored file`);
};

/**
 * Records which stored files entities of one kind refer to, in any field. Call it in the transaction that saves the whole entities, with
 * each of them once. From then on the files cannot be swept. Files that an entity no longer names stay stored for a while.
 */
export const noteManyFileUses = async (trx: Db, entity: string, entities: readonly Saved[], at: Date): Promise<void> => {
  if (entities.length === 0) return;
  const named = entities.flatMap(({ entityId, saved }) => storedNamesIn(saved).map((name) => ({ entityId, name })));
  const pairs = sql`unnest(${named.map(({ entityId }) => entityId)}::text[], ${named.map(({ name }) => name)}::text[]) named (entity_id, name)`;
  await sql`
    update file_use set ended_at = ${at}
    where entity = ${entity} and entity_id = any(${entities.map(({ entityId }) => entityId)}::text[]) and ended_at is null
      and not exists (select from ${pairs} where named.entity_id = file_use.entity_id and named.name = file_use.name)`.execute(trx);
  if (named.length > 0)
    await sql`
      insert into file_use (entity, entity_id, name)
      select ${entity}, named.entity_id, stored_file.name from stored_file join ${pairs} on named.name = stored_file.name
      where not leaving order by stored_file.name, named.entity_id for key share of stored_file
      on conflict (entity, entity_id, name) do update set ended_at = null`.execute(trx);
  await refuseUnseen(trx, entity, entities);
};

/** Records which stored files one entity refers to. */
export const noteFileUses = (
  trx: Db,
  { entity, entityId }: { entity: string; entityId: string },
  saved: unknown,
  at: Date,
): Promise<void> => noteManyFileUses(trx, entity, [{ entityId, saved }], at);
