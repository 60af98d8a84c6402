import type { Fields, Life } from './demo-edit.ts';

/** Published and valid for the same days. */
export const from = (publicationStart: number, publicationEnd: number): Fields => ({
  publicationStart,
  publicationEnd,
  validityStart: publicationStart,
  validityEnd: publicationEnd,
});
export const content = (item: string, ...steps: Life['steps']): Life => ({ kind: 'content', item, steps });
