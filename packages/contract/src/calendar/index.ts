export * from './calendar.ts';
export * from './calendar-span.ts';
export * from './coupon-collisions.ts';
export * from './leaflet-gap.ts';
export * from './planned-content.ts';
