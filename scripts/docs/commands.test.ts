import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const COMMANDS = 'docs/reference/commands.md';
/** Stands for any name in a sentence about all of them. */
const ANY = 'scripts/NAME/main.ts';
/** The living documents: a dated decision names what there was. */
const documents = globSync(['*.md', '{docs,deploy}/**/*.md']).filter((file) => !file.startsWith('docs/decisions/archive/'));

/** Names behind `npm run`, in a sentence or a code block. */
const runIn = (text: string): string[] => [...text.matchAll(/\bnpm run (?:-s )?([a-z]+(?::[a-z]+)?)\b/g)].map(([, name = '']) => name);
/** Names that a document mentions, also the short `npm start` and `npm test`. */
const namedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\bnpm (?:run (?:-s )?)?([a-z]+(?::[a-z]+)?)\b/g)].map(([, name = '']) => name)),
];
/** Files that `node scripts/run.mjs NAME` runs. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/node scripts\/run\.mjs ([\w./-]+)/g)].map(([, name = '']) =>
    name.endsWith('.ts') ? name : name === 'bench' ? 'bench/main.ts' : `scripts/${name}/main.ts`,
  );
/** Commands of a document that do not exist. */
const unknownIn = (text: string): string[] => [
  ...runIn(text).filter((name) => !(name in scripts)),
  ...filesIn(text).filter((path) => !existsSync(path) && path !== ANY),
];
/** Limits that the first page and the list of npm commands exceed. */
const tooLong = (readme: string, names: readonly string[]): string[] => [
  ...(readme.trim().split('\n').length > 120 ? ['README.md: more than 120 lines'] : []),
  ...(names.length > 15 ? ['package.json: more than 15 scripts'] : []),
];

test('README has at most 120 lines, package.json at most 15 scripts', () => {
  expect(tooLong(readFileSync('README.md', 'utf8'), Object.keys(scripts))).toEqual([]);
});

test('a README of 121 lines and a sixteenth script are rejected', () => {
  const lines = (count: number): string => 'a line\n'.repeat(count);
  const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `script-${index}`);
  expect(tooLong(lines(120), names(15))).toEqual([]);
  expect(tooLong(lines(121), names(16))).toEqual(['README.md: more than 120 lines', 'package.json: more than 15 scripts']);
});

test('every command that a document names exists, and commands.md lists every script of npm', () => {
  expect(documents.flatMap((file) => unknownIn(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`))).toEqual([]);
  const page = namedIn(readFileSync(COMMANDS, 'utf8'));
  expect(Object.keys(scripts).filter((name) => !page.includes(name))).toEqual([]);
});

test('a command that does not exist is found, in a sentence as in a code block', () => {
  expect(filesIn('`node scripts/run.mjs bench fanout` `node scripts/run.mjs scripts/launch/worker.ts`')).toEqual([
    'bench/main.ts',
    'scripts/launch/worker.ts',
  ]);
  expect(namedIn('npm start, `npm run -s doctor`, npm run test:nightly')).toEqual(['start', 'doctor', 'test:nightly']);
  expect(unknownIn('Run `npm run sed`.\n```sh\nnpm run fences\nnpm run doctor\nnode scripts/run.mjs fuz 10\n```')).toEqual([
    'sed',
    'fences',
    'scripts/fuz/main.ts',
  ]);
});
