export * from './audience.ts';
export * from './decide.ts';
