export * from './link-check.ts';
export * from './link-life.ts';
export * from './link.routes.ts';
export * from './links-in.ts';
export * from './mend-link.ts';
