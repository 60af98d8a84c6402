import { atMost, multiLine, withoutInvisible } from '../core/index.ts';

/** UTF-16 units of a markdown field. */
export const MARKDOWN_MAX_LENGTH = 5_000;

/** Target of a link: an identifier, in which invisible characters are removed. */
const TARGET = /\]\([^()\s]{1,500}\)/g;
const withCleanTargets = (text: string): string => text.replace(TARGET, (target) => withoutInvisible(target));

/** A field's markdown; empty is null. */
export const markdownText = atMost(multiLine.transform(withCleanTargets), MARKDOWN_MAX_LENGTH)
  .transform((text): string | null => (text === '' ? null : text))
  .nullable();
