export * from './overlay.ts';
export * from './preview.ts';
