export * from './day-or-instant.ts';
export * from './warsaw-time.ts';
