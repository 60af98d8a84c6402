export * from './plugin-fields.ts';
export * from './plugin-sends.ts';
export * from './plugin-words.ts';
export * from './kept-day.ts';
