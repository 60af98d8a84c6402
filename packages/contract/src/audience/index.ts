export * from './audience-keys.ts';
export * from './audience.ts';
export * from './decide.ts';
