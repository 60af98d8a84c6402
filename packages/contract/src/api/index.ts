export * from './api-names.ts';
export * from './endpoints.ts';
export * from './example-of.ts';
