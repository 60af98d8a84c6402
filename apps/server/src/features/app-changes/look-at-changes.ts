import type { DataVersion } from '../../platform/data-version.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import type { Database } from '../../tables.ts';
import { latestChange } from './changes.repository.ts';

export type LatestChange = () => Promise<DataVersion>;

/** The latest write that may change what phones see, looked at once for all who ask meanwhile. */
export const createLatestChange = (db: Database): LatestChange => {
  const together = singleFlight<DataVersion>();
  return () => together('', () => latestChange(db));
};
