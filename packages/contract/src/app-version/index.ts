export * from './app-version.ts';
