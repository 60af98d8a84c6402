export * from './guest-fields.ts';
export * from './guest-sends.ts';
export * from './guest-words.ts';
export * from './kept-day.ts';
