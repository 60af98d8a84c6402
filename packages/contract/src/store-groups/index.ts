export * from './store-group.ts';
