import { segmentRoutes } from '@endcap/contract/segments';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { listSegments } from './segment.repository.ts';

export const addSegmentRoutes = (handle: AdminHandle, { db }: { db: Database }): void => {
  handle(segmentRoutes.list, () => listSegments(db));
};
