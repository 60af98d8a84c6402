export { addPromoThresholdRoutes } from './admin.routes.ts';
export { allPromoThresholds, listPromoThresholds, putPromoThresholds, removePromoThresholds } from './promo-threshold.repository.ts';
