import { segmentRoutes } from '@endcap/contract/segments';
import type { Database } from '../../tables.ts';
import type { AdminHandle } from '../session/index.ts';
import { listSegments } from './segment.repository.ts';

export const addSegmentRoutes = (handle: AdminHandle, { db }: { db: Database }): void => {
  handle(segmentRoutes.list, () => listSegments(db));
};
