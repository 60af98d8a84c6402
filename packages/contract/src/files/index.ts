export * from './file-reference.ts';
