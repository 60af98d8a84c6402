export * from './app-popups.ts';
export * from './popup.ts';
