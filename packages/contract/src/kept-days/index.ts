export * from './kept-day.ts';
export * from './kept-for-store.ts';
