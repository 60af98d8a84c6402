export * from './api-names.ts';
export * from './example-of.ts';
