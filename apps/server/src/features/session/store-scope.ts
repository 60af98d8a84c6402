import { ID_PATTERN, Problem, STORE_HEADER } from '@endcap/contract/core';
import type { FastifyRequest } from 'fastify';
import type { Staff } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { isStore } from '../stores/index.ts';

/**
 * Returns the store of a call, from the selected-store header. Null means that no store is selected, which only administrators may
 * do. Staff always get their own store and may select no other; undefined for staff without a store.
 */
export const findStoreScope = async (db: Database, actor: Staff, request: FastifyRequest): Promise<string | null | undefined> => {
  const header = request.headers[STORE_HEADER];
  const chosen = header === undefined || header === '' ? null : String(header);
  if (!actor.isAdmin) {
    if (chosen !== null && chosen !== actor.storeId) throw new Problem('store_not_yours', 'Only your own store');
    return actor.storeId ?? undefined;
  }
  if (chosen !== null && !(ID_PATTERN.test(chosen) && (await isStore(db, chosen))))
    throw new Problem('unknown_store', 'The selected store does not exist');
  return chosen;
};

/** The same where staff without a store can have no answer. */
export const storeScope = async (db: Database, actor: Staff, request: FastifyRequest): Promise<string | null> => {
  const scope = await findStoreScope(db, actor, request);
  if (scope === undefined) throw new Problem('no_store', 'No store is assigned to you');
  return scope;
};
