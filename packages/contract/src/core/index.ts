export * from './entity-routes.ts';
export * from './entity.ts';
export * from './headers.ts';
export * from './ids.ts';
export * from './page.ts';
export * from './problems.ts';
export * from './route.ts';
export * from './text.ts';
