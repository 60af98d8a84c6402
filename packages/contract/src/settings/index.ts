export * from './app-settings.ts';
export * from './approval.ts';
export * from './brand.ts';
export * from './loyalty.ts';
export * from './sending.ts';
export * from './settings.ts';
export * from './web-address.ts';
