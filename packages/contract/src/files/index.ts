export * from './file-reference.ts';
export * from './upload.ts';
