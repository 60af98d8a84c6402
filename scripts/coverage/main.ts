// node scripts/run.mjs coverage, a step of npm run verify: writes test-results/coverage.md from the ids that tests have as tags. Fails when a row of the
// first priority (requirement, attack, fault, finding) has neither a test nor a reason in spec/untested.tsv, or when anything cites an id that no
// table in spec/ defines.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type Catalogue, catalogues, linesOf, references, type Row } from './catalogues.ts';
import { readCiting, unknownCitations } from './citations.ts';
import { idsOf, namesOf } from './read-ids.ts';

const tests = globSync('{apps,packages,sandbox,scripts,e2e}/**/*.{test,spec}.{ts,tsx}', { exclude: ['**/node_modules/**'] }).toSorted();
const definedIds = new Set(catalogues.flatMap(({ rows }) => rows.map(({ id }) => id)));
const covered = new Map<string, Set<string>>();
const inTitles: string[] = [];
for (const file of tests) {
  const { titles, tags } = namesOf(readFileSync(file, 'utf8'), file);
  for (const id of tags) covered.set(id, (covered.get(id) ?? new Set()).add(file));
  inTitles.push(
    ...titles
      .filter((title) => idsOf(title).some((id) => definedIds.has(id)))
      .map((title) => `${file}: ids are tags, titles say what holds: ${title}`),
  );
}

const reasons = new Map(linesOf('spec/untested.tsv').map(([id = '', reason = '']) => [id, reason]));
const isTested = ({ id }: Row): boolean => covered.has(id);
const unexplained = catalogues.flatMap(({ rows }) => rows.filter((row) => !isTested(row) && row.priority === 'P1' && !reasons.has(row.id)));
const unknown = unknownCitations(readCiting(), new Set([...definedIds, ...references]));
const stale = [...reasons.keys()].filter((id) => covered.has(id) || !definedIds.has(id));

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

Written by \`node scripts/run.mjs coverage\` from the ids that tests have as tags; \`npm run verify\` fails when a row of the first priority has neither a
test nor a reason.

${catalogues.map(section).join('\n')}`;
mkdirSync('test-results', { recursive: true });
writeFileSync('test-results/coverage.md', document);
for (const { id, text } of unexplained) console.error(`${id} has no test: ${text}`);
for (const id of stale) console.error(`${id} stands in spec/untested.tsv without need`);
for (const line of [...unknown, ...inTitles]) console.error(line);
console.log(
  `coverage: ${catalogues.map(({ title, rows }) => `${share(rows)} ${title.toLowerCase()}`).join(', ')} named by a test, ${unexplained.length} of the first priority without a reason`,
);
process.exit(unexplained.length > 0 || stale.length > 0 || unknown.length > 0 || inTitles.length > 0 ? 1 : 0);
