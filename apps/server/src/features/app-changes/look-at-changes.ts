import { askTogether } from '../../platform/lists/ask-together.ts';
import type { Database } from '../../tables.ts';
import { type Change, latestChange } from './changes.repository.ts';

export type LatestChange = () => Promise<Change>;

/** The latest write that may change what phones see, looked at once for all who ask meanwhile. */
export const createLatestChange = (db: Database): LatestChange => {
  const together = askTogether<Change>();
  return () => together('', () => latestChange(db));
};
