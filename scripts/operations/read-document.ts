import { readFileSync } from 'node:fs';

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm;

const sectionOf = (text: string, title: string): string => {
  const [, rest] = text.split(`\n## ${title}\n`);
  if (rest === undefined) throw new Error(`There is no section "${title}"`);
  return rest.split('\n## ')[0] ?? '';
};

/** Returns the code blocks of a language in a document or one of its sections, in order. */
export const fencesOf = (file: string, language: string, section?: string): string[] =>
  [...(section === undefined ? readFileSync(file, 'utf8') : sectionOf(readFileSync(file, 'utf8'), section)).matchAll(FENCE)].flatMap(
    ([, its, text = '']) => (its === language ? [text] : []),
  );

/** A heading's name in an address, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

const proseOf = (file: string): string => readFileSync(file, 'utf8').replaceAll(FENCE, '');

/** Names by which the parts of a document can be linked to. */
export const anchorsIn = (file: string): Set<string> => {
  const seen = new Map<string, number>();
  return new Set(
    [...proseOf(file).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) => {
      const anchor = anchorOf(heading);
      const before = seen.get(anchor) ?? 0;
      seen.set(anchor, before + 1);
      return before === 0 ? anchor : `${anchor}-${before}`;
    }),
  );
};

/** Returns the relative links of a document. */
export const linksIn = (file: string): string[] =>
  [
    ...proseOf(file)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^()\s]+)\)/g),
  ]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
