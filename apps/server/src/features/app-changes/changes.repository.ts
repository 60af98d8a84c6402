import { sql } from 'kysely';
import { type Stand, UNWRITTEN } from '../../platform/stand.ts';
import type { DbOf } from '../../tables.ts';
import type { ChangeKind } from './changes.tables.ts';

/** Told with every such write (migration 0031). */
export const CHANGE_CHANNEL = 'endcap_change';

/** The latest write that may change what phones see. */
export const latestChange = async (db: DbOf<'contentChange'>): Promise<Stand> => {
  const { rows } = await sql<Stand>`/* prepared: latest change */ select number, incarnation() as incarnation from content_change`.execute(
    db,
  );
  return rows[0] ?? UNWRITTEN;
};

/** The rows that were written after a change, made, changed or gone. */
export type ChangedRows = Partial<Record<ChangeKind, string[]>>;

export const changedSince = async (db: DbOf<'changedRow'>, change: number): Promise<ChangedRows> => {
  const rows = await db.selectFrom('changedRow').where('number', '>', change).select(['kind', 'id']).execute();
  const changed: ChangedRows = {};
  for (const { kind, id } of rows) (changed[kind] ??= []).push(id);
  return changed;
};
