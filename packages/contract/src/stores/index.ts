export * from './store.fields.ts';
export * from './store.ts';
