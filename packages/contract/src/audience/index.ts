export * from './index-rule.ts';
export * from './audience-keys.ts';
export * from './audience.ts';
export * from './decide.ts';
export * from './empty-rule.ts';
export * from './same-audience.ts';
export * from './store-types.ts';
export * from './why-hidden.ts';
