export * from './deep-link.ts';
