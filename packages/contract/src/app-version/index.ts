export * from './app-version.ts';
export * from './version-examples.ts';
export * from './version-sets.ts';
