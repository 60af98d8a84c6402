export * from './audience-keys.ts';
export * from './audience.ts';
export * from './decide.ts';
export * from './why-hidden.ts';
