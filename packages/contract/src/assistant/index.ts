export * from './app-assistant.ts';
export * from './thread.ts';
