export * from './history-words.ts';
export * from './history.ts';
export * from './kinds.ts';
export * from './versions.ts';
