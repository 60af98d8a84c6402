import type { Db } from '../../tables.ts';

export type Change = { actor: string; entity: string; entityId: string; action: 'create' | 'update' | 'delete' };

/** Fields that differ, as `[before, after]`; undefined reads as null. */
export const difference = (before: Record<string, unknown>, after: Record<string, unknown>): Record<string, [unknown, unknown]> => {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...fields].filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null));
  return Object.fromEntries(changed.map((field) => [field, [before[field] ?? null, after[field] ?? null]]));
};

/** Appends who changed what; call it in the transaction of the change. */
export const appendHistory = async (
  db: Db,
  change: Change,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<void> => {
  await db
    .insertInto('history')
    .values({ ...change, changes: JSON.stringify(difference(before, after)) })
    .execute();
};
