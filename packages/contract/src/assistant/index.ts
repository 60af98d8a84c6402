export * from './app-assistant.ts';
export * from './thread.ts';
export * from './thread-sorts.ts';
