import type { Stand } from '../../platform/stand.ts';
import { askTogether } from '../../platform/lists/ask-together.ts';
import type { Database } from '../../tables.ts';
import { latestChange } from './changes.repository.ts';

export type LatestChange = () => Promise<Stand>;

/** The latest write that may change what phones see, looked at once for all who ask meanwhile. */
export const createLatestChange = (db: Database): LatestChange => {
  const together = askTogether<Stand>();
  return () => together('', () => latestChange(db));
};
