export { addPromoThresholdRoutes } from './admin.routes.ts';
export { allPromoThresholds, putPromoThresholds, removePromoThresholds } from './promo-threshold.repository.ts';
