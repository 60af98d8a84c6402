import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const COMMANDS = 'docs/reference/commands.md';
/** Beside them stand those that npm brings along. */
const OF_NPM = ['install', 'ci'];
const documents = globSync(['*.md', '{docs,deploy}/**/*.md']);
const namedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\bnpm (?:run (?:-s )?)?([a-z]+(?::[a-z]+)?)\b/g)].map(([, name = '']) => name)),
];
/** The files that `node scripts/run.mjs NAME` would run. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/node scripts\/run\.mjs ([\w./-]+)/g)].map(([, name = '']) =>
    name.endsWith('.ts') ? name : `scripts/${name}/main.ts`,
  );

test('the README is read in one go, and names of npm are few', () => {
  expect(readFileSync('README.md', 'utf8').trim().split('\n').length).toBeLessThanOrEqual(120);
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(15);
});

test('every command that a document names is there, and the page of commands has them all', () => {
  const known = new Set([...Object.keys(scripts), ...OF_NPM]);
  expect(
    documents.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return [
        ...[...text.matchAll(/`npm run (?:-s )?([a-z:]+)/g)].map(([, name = '']) => name).filter((name) => !known.has(name)),
        // As an example of any of them.
        ...filesIn(text).filter((path) => !existsSync(path) && path !== 'scripts/NAME/main.ts'),
      ].map((name) => `${file}: ${name}`);
    }),
  ).toEqual([]);
  const page = namedIn(readFileSync(COMMANDS, 'utf8'));
  expect(Object.keys(scripts).filter((name) => !page.includes(name))).toEqual([]);
});

test('a command that is not there is found', () => {
  expect(filesIn('`node scripts/run.mjs bench fanout` `node scripts/run.mjs scripts/launch/worker.ts`')).toEqual([
    'scripts/bench/main.ts',
    'scripts/launch/worker.ts',
  ]);
  expect(namedIn('npm start, `npm run -s doctor`, npm run test:nightly')).toEqual(['start', 'doctor', 'test:nightly']);
});
