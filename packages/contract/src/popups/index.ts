export * from './app-popups.ts';
export * from './popup.ts';
export * from './popup-sorts.ts';
