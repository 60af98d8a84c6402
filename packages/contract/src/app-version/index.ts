export * from './app-version.ts';
export * from './version-examples.ts';
