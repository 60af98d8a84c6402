import { searchRoutes } from '@endcap/contract/search';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { findByName } from './find-by-name.ts';

export const addSearchRoutes = (handle: AdminHandle, { db }: { db: Database }): void => {
  handle(searchRoutes.find, async ({ actor: { isAdmin, storeId }, query: { text } }) => {
    // Staff without a store have nothing to find.
    const entries = isAdmin || storeId !== null ? await findByName(db, text, isAdmin ? null : storeId) : [];
    return {
      items: entries.map(({ kind, id, label, name, detail, at }) => ({ kind, _id: id, label, name, detail, at: at.toISOString() })),
    };
  });
};
