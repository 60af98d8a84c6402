export * from './markdown.ts';
export * from './markdown-text.ts';
