import { sql } from 'kysely';
import { type DataVersion, UNWRITTEN } from '../../platform/data-version.ts';
import type { DbOf } from '../../tables.ts';
import type { ChangeKind } from './changes.tables.ts';

/** Channel of the notification that every such write sends. */
export const CHANGE_CHANNEL = 'endcap_change';

/** Returns the latest write that may change what phones see. */
export const latestChange = async (db: DbOf<'contentChange'>): Promise<DataVersion> => {
  const { rows } =
    await sql<DataVersion>`/* prepared: latest change */ select number, incarnation() as incarnation from content_change`.execute(db);
  return rows[0] ?? UNWRITTEN;
};

/** Ids of rows that were created, changed or deleted after a change, by kind. */
export type ChangedRows = Partial<Record<ChangeKind, string[]>>;

export const changedSince = async (db: DbOf<'changedRow'>, change: number): Promise<ChangedRows> => {
  const rows = await db.selectFrom('changedRow').where('number', '>', change).select(['kind', 'id']).execute();
  const changed: ChangedRows = {};
  for (const { kind, id } of rows) (changed[kind] ??= []).push(id);
  return changed;
};
