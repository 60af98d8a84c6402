// npm run coverage:spec: writes docs/coverage.md from the ids in the titles of the tests. Fails when a requirement of the first priority has
// neither a test nor a reason in docs/untested.tsv.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { idsOf, titlesOf } from './read-ids.ts';

const rows = (file: string): string[][] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

const tests = globSync('{apps,packages,sandbox,scripts,e2e}/**/*.{test,spec}.ts', { exclude: ['**/node_modules/**'] }).toSorted();
const covered = new Map<string, Set<string>>();
for (const file of tests)
  for (const title of titlesOf(readFileSync(file, 'utf8')))
    for (const id of idsOf(title)) covered.set(id, (covered.get(id) ?? new Set()).add(file));

const reasons = new Map(rows('docs/untested.tsv').map(([id = '', reason = '']) => [id, reason]));
const requirements = rows('docs/requirements.tsv').map(([id = '', priority = '', level = '', text = '']) => ({
  id,
  priority,
  level,
  text,
}));
const missing = requirements.filter(({ id }) => !covered.has(id));
const unexplained = missing.filter(({ id, priority }) => priority === 'P1' && !reasons.has(id));
const stale = [...reasons.keys()].filter((id) => covered.has(id) || !requirements.some((one) => one.id === id));

const line = ({ id, priority, text }: (typeof requirements)[number]): string =>
  `| ${id} | ${priority} | ${text} | ${covered.has(id) ? [...(covered.get(id) ?? [])].map((file) => `\`${file.split('/').at(-1)}\``).join(', ') : (reasons.get(id) ?? '**no test**')} |`;
const tested = requirements.length - missing.length;
const document = `# What of the specification is tested

Written by \`npm run coverage:spec\` from the ids in the titles of the tests; \`npm run verify\` fails when it is not current. ${tested} of ${requirements.length} requirements are named by a
test, ${requirements.filter(({ id, priority }) => priority === 'P1' && covered.has(id)).length} of ${requirements.filter(({ priority }) => priority === 'P1').length} of the first priority.

| Id | Priority | Requirement | Tests, or why there is none |
| --- | --- | --- | --- |
${requirements.map(line).join('\n')}
`;
const isCurrent = existsSync('docs/coverage.md') && readFileSync('docs/coverage.md', 'utf8') === document;
if (!process.argv.includes('--check')) writeFileSync('docs/coverage.md', document);
for (const { id, text } of unexplained) console.error(`${id} has no test: ${text}`);
for (const id of stale) console.error(`${id} stands in docs/untested.tsv without need`);
if (process.argv.includes('--check') && !isCurrent) console.error('docs/coverage.md is not current: npm run coverage:spec');
console.log(
  `coverage: ${tested} of ${requirements.length} requirements named by a test, ${unexplained.length} of the first priority without`,
);
process.exit(unexplained.length > 0 || stale.length > 0 || (process.argv.includes('--check') && !isCurrent) ? 1 : 0);
