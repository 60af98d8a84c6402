import { isOneOf } from '../../platform/db/list-rows.ts';
import { mapInSlices } from '../../platform/in-slices.ts';
import { noteWritten } from '../../platform/tracing/cause.ts';
import { type Changes, difference, type WrittenAction, type WrittenKind } from '@endcap/contract/history';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'history'>;

export type Change = { actor: string; entity: WrittenKind; entityId: string; action: WrittenAction };
type Fields = Record<string, unknown>;
const ROWS_AT_ONCE = 1_000;

/** Appends changes to the history. Call it in their transaction, after them, because the database reads the name of the item. */
export const appendHistories = async (db: Db, changes: readonly { change: Change; before: Fields; after: Fields }[]): Promise<void> => {
  for (const { change } of changes) noteWritten(`${change.action} ${change.entity} ${change.entityId}`);
  for (let at = 0; at < changes.length; at += ROWS_AT_ONCE) {
    const rows = await mapInSlices(changes.slice(at, at + ROWS_AT_ONCE), ({ change, before, after }) => ({
      ...change,
      changes: JSON.stringify(difference(before, after)),
    }));
    await db.insertInto('history').values(rows).execute();
  }
};

/** The last change of each of some items. */
export const lastChanges = async (
  db: Db,
  entity: WrittenKind,
  ids: readonly string[],
): Promise<Map<string, { action: string; changes: Changes }>> => {
  const rows = await db
    .selectFrom('history')
    .where('entity', '=', entity)
    .where(isOneOf('entityId', ids))
    .distinctOn('entityId')
    .orderBy('entityId')
    .orderBy('seq', 'desc')
    .select(['entityId', 'action', 'changes'])
    .execute();
  return new Map(rows.map(({ entityId, ...change }) => [entityId, change]));
};

export const appendHistory = (db: Db, change: Change, before: Fields, after: Fields): Promise<void> =>
  appendHistories(db, [{ change, before, after }]);
