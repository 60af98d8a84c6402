import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { idsOf, namesOf, rangeOf } from './read-ids.ts';

/** `ux 4` of what people expect of the screens, `§9` of the specification's sections. */
const UX = /\bux (\d{1,2}\b(?:(?:\.\.|, )\d{1,2}\b)*)/g;
const SECTION = /§\d/g;
const DECISION = /\b[Dd]ecision 0*(\d+)\b/g;
const NO_CITATION = /^(UTF|ECMA)-/;

/** Returns the ids of the tables in `spec/` that a text cites. */
export const citationsIn = (text: string): string[] => [
  ...new Set([
    ...idsOf(text).filter((id) => !NO_CITATION.test(id)),
    ...[...text.matchAll(UX)].flatMap(([, numbers = '']) => rangeOf(numbers).map((number) => `ux ${number}`)),
    ...(text.match(SECTION) ?? []),
    ...[...text.matchAll(DECISION)].map(([, number]) => `decision ${number}`),
  ]),
];

/** The part of a file that speaks to people: of code the comments, and the titles and tags of tests (`ux-4` for ux 4). */
export const textOf = (file: string, source: string): string => {
  if (!/\.(tsx?|mjs|js)$/.test(file)) return source;
  const { titles, tags } = namesOf(source, file);
  const comments = parseSync(file, source).comments.map(({ value }) => value);
  return [...comments, ...titles, ...tags.map((tag) => tag.replace(/^(ux|decision)-/, '$1 '))].join('\n');
};

export const unknownCitations = (files: Record<string, string>, definedIds: ReadonlySet<string>): string[] =>
  Object.entries(files).flatMap(([file, source]) =>
    citationsIn(textOf(file, source))
      .filter((id) => !definedIds.has(id))
      .map((id) => `${id} is cited in ${file}, and no table in spec/ says what it is`),
  );

/** Every file of the repository that may cite, but for what is written from the tables. */
export const readCiting = (): Record<string, string> =>
  Object.fromEntries(
    globSync('{*,{apps,packages,sandbox,scripts,e2e,docs}/**/*}.{ts,tsx,mjs,js,css,sql,md,conf}', {
      exclude: (name) => /(^|[\\/])(node_modules|dist|test-results)$|citations\.test\.ts$|read-ids\.test\.ts$/.test(String(name)),
    }).map((file) => [file, readFileSync(file, 'utf8')]),
  );
