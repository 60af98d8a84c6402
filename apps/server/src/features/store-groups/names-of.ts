import type { Db } from '../../tables.ts';
import { storeNames } from '../stores/index.ts';
import { groupNames } from './store-group.repository.ts';

/** What stores and groups are called, also those that were deleted since; what is neither is absent. */
export const namesOf = async (db: Db, ids: readonly string[]): Promise<{ id: string; name: string; deleted: boolean }[]> =>
  ids.length === 0 ? [] : [...(await storeNames(db, ids)), ...(await groupNames(db, ids))];
