export * from './promo-threshold.ts';
