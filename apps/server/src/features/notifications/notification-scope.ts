import type { FastifyRequest } from 'fastify';
import type { Staff } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { storeScope } from '../session/index.ts';
import { refuseStaff } from './refuse-safety.ts';

/**
 * Returns the store whose notifications a person may open; null: any store. Administrators may open all, independent of the selected store;
 * staff only those of their store.
 */
export const readable = ({ isAdmin }: { isAdmin: boolean }, scope: string | null): string | null => (isAdmin ? null : scope);

/** Returns the same for a person who changes a notification. Throws `forbidden` if it is a safety message and they are staff. */
export const changeable = async (db: Database, actor: Staff, request: FastifyRequest, id: string): Promise<string | null> => {
  const scope = readable(actor, await storeScope(db, actor, request));
  await refuseStaff(db, actor, { id, scope });
  return scope;
};
