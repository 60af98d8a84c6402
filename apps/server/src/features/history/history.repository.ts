import type { DbOf } from '../../tables.ts';

type Db = DbOf<'history'>;

export type Change = { actor: string; entity: string; entityId: string; action: 'create' | 'update' | 'delete' };

/** Fields that differ, as `[before, after]`; undefined reads as null. */
export const difference = (before: Record<string, unknown>, after: Record<string, unknown>): Record<string, [unknown, unknown]> => {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...fields].filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null));
  return Object.fromEntries(changed.map((field) => [field, [before[field] ?? null, after[field] ?? null]]));
};

type Fields = Record<string, unknown>;
const ROWS_AT_ONCE = 1_000;

/** Appends who changed what; call it in the transaction of the changes. */
export const appendHistories = async (db: Db, changes: readonly { change: Change; before: Fields; after: Fields }[]): Promise<void> => {
  for (let at = 0; at < changes.length; at += ROWS_AT_ONCE)
    await db
      .insertInto('history')
      .values(
        changes
          .slice(at, at + ROWS_AT_ONCE)
          .map(({ change, before, after }) => ({ ...change, changes: JSON.stringify(difference(before, after)) })),
      )
      .execute();
};

export const appendHistory = (db: Db, change: Change, before: Fields, after: Fields): Promise<void> =>
  appendHistories(db, [{ change, before, after }]);
