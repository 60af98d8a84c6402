import { promoThresholdRoutes } from '@endcap/contract/promo-thresholds';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { listPromoThresholds } from './promo-threshold.repository.ts';

export const addPromoThresholdRoutes = (handle: AdminHandle, { db }: { db: Database }): void => {
  handle(promoThresholdRoutes.list, ({ params }) => listPromoThresholds(db, params.promoId));
};
