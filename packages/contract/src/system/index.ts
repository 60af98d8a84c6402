export * from './system-health.ts';
