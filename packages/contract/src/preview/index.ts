export * from './evidence.ts';
export * from './overlay.ts';
export * from './preview.ts';
