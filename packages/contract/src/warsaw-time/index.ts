export * from './day-or-instant.ts';
export * from './typed-date.ts';
export * from './warsaw-time.ts';
