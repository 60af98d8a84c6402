import { askTogether } from '../../platform/lists/ask-together.ts';
import type { Database } from '../../tables.ts';
import { latestChange } from './changes.repository.ts';

/** The number of the latest write that may change what phones see, looked at once for all who ask meanwhile. */
export const createLatestChange = (db: Database): (() => Promise<number>) => {
  const together = askTogether<number>();
  return () => together('', () => latestChange(db));
};
