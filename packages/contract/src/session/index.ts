export * from './my-store.ts';
export * from './session.ts';
