// npm run coverage:spec, a step of npm run verify: writes test-results/coverage.md from the ids in the titles of the tests. Fails when a row of the
// first priority (requirement, attack, fault, finding) has neither a test nor a reason in docs/untested.tsv, or when anything cites an id that no
// table in docs/ defines.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type Catalogue, catalogues, linesOf, references, type Row } from './catalogues.ts';
import { readCiting, unknownCitations } from './citations.ts';
import { idsOf, titlesOf } from './read-ids.ts';

const tests = globSync('{apps,packages,sandbox,scripts,e2e}/**/*.{test,spec}.{ts,tsx}', { exclude: ['**/node_modules/**'] }).toSorted();
const covered = new Map<string, Set<string>>();
for (const file of tests)
  for (const title of titlesOf(readFileSync(file, 'utf8'), file))
    for (const id of idsOf(title)) covered.set(id, (covered.get(id) ?? new Set()).add(file));

const reasons = new Map(linesOf('docs/untested.tsv').map(([id = '', reason = '']) => [id, reason]));
const known = new Set(catalogues.flatMap(({ rows }) => rows.map(({ id }) => id)));
const isTested = ({ id }: Row): boolean => covered.has(id);
const unexplained = catalogues.flatMap(({ rows }) => rows.filter((row) => !isTested(row) && row.priority === 'P1' && !reasons.has(row.id)));
const unknown = unknownCitations(readCiting(), new Set([...known, ...references]));
const stale = [...reasons.keys()].filter((id) => covered.has(id) || !known.has(id));

const cell = (text: string): string => text.replaceAll('|', '\\|');
const line = ({ id, priority, text }: Row): string =>
  `| ${id} | ${priority} | ${cell(text)} | ${
    covered.has(id)
      ? [...(covered.get(id) ?? [])].map((file) => `\`${file.split('/').at(-1)}\``).join(', ')
      : cell(reasons.get(id) ?? '**no test**')
  } |`;
const share = (rows: readonly Row[]): string => `${rows.filter(isTested).length} of ${rows.length}`;
const firstOf = (rows: readonly Row[]): Row[] => rows.filter(({ priority }) => priority === 'P1');
const section = ({ title, rows }: Catalogue): string => `## ${title}

${share(rows)} are named by a test, ${share(firstOf(rows))} of the first priority.

| Id | Priority | What must hold | Tests, or why there is none |
| --- | --- | --- | --- |
${rows.map(line).join('\n')}
`;
const document = `# What is tested

Written by \`npm run coverage:spec\` from the ids in the titles of the tests; \`npm run verify\` fails when a row of the first priority has neither a
test nor a reason.

${catalogues.map(section).join('\n')}`;
mkdirSync('test-results', { recursive: true });
writeFileSync('test-results/coverage.md', document);
for (const { id, text } of unexplained) console.error(`${id} has no test: ${text}`);
for (const id of stale) console.error(`${id} stands in docs/untested.tsv without need`);
for (const line of unknown) console.error(line);
console.log(
  `coverage: ${catalogues.map(({ title, rows }) => `${share(rows)} ${title.toLowerCase()}`).join(', ')} named by a test, ${unexplained.length} of the first priority without a reason`,
);
process.exit(unexplained.length > 0 || stale.length > 0 || unknown.length > 0 ? 1 : 0);
