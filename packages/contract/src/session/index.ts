export * from './my-store.ts';
export * from './page-start.ts';
export * from './session.ts';
