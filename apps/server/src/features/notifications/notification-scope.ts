import type { FastifyRequest } from 'fastify';
import type { Staff } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { storeScope } from '../session/index.ts';
import { refuseStaff } from './refuse-safety.ts';

/** The store whose notifications somebody may open; null: of any. An administrator may, whatever store is selected; staff only their store's. */
export const readable = ({ isAdmin }: { isAdmin: boolean }, scope: string | null): string | null => (isAdmin ? null : scope);

/** The same of somebody who is to change one; throws `forbidden` where it is a safety message and they are staff. */
export const changeable = async (db: Database, actor: Staff, request: FastifyRequest, id: string): Promise<string | null> => {
  const scope = readable(actor, await storeScope(db, actor, request));
  await refuseStaff(db, actor, { id, scope });
  return scope;
};
