import { atMost, multiLine } from '../core/index.ts';

/** UTF-16 units of a markdown field. */
export const MARKDOWN_MAX_LENGTH = 5_000;

/** A field's markdown; empty is null. */
export const markdownText = atMost(multiLine, MARKDOWN_MAX_LENGTH)
  .transform((text): string | null => (text === '' ? null : text))
  .nullable();
