export * from './warsaw-time.ts';
