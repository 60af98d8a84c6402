export * from './app-stores.ts';
export * from './known-store.ts';
export * from './location.ts';
export * from './store.fields.ts';
export * from './store.ts';
export * from './store-sorts.ts';
