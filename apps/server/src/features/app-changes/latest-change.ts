import type { DataVersion } from '../../platform/data-version.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import type { Database } from '../../tables.ts';
import { latestChange } from './changes.repository.ts';

export type LatestChange = () => Promise<DataVersion>;

/** Returns the latest write that may change what phones see. Concurrent callers share one query. */
export const createLatestChange = (db: Database): LatestChange => {
  const together = singleFlight<DataVersion>();
  return () => together('', () => latestChange(db));
};
