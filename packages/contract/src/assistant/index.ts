export * from './app-assistant.ts';
export * from './question.ts';
export * from './thread.ts';
export * from './thread-sorts.ts';
export * from './try-assistant.ts';
