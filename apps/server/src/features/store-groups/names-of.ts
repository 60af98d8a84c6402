import type { Db } from '../../tables.ts';
import { storeNames } from '../stores/index.ts';
import { groupNames } from './store-group.repository.ts';

/** Returns the names of stores and groups, including deleted ones. Omits unknown ids. */
export const namesOf = async (db: Db, ids: readonly string[]): Promise<{ id: string; name: string; deleted: boolean }[]> =>
  ids.length === 0 ? [] : [...(await storeNames(db, ids)), ...(await groupNames(db, ids))];
