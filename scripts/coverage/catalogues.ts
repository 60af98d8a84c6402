import { readdirSync, readFileSync } from 'node:fs';

export type Row = { id: string; priority: string; text: string };
/** A list of requirements, attacks, faults or findings. Tests cite the ids of its rows. */
export type Catalogue = { title: string; rows: readonly Row[] };

/** The lines of a table of tab-separated values, without its head. */
export const linesOf = (file: string): string[][] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

const requirements = linesOf('spec/requirements.tsv').map(([id = '', priority = '', , text = '']) => ({ id, priority, text }));

/** Reads a table of attacks, faults or findings. All of its rows have the highest priority. */
const readCatalogue = (file: string): Row[] =>
  linesOf(file).map(([id = '', what = '', holds = '']) => ({ id, priority: 'P1', text: `${what} → ${holds}` }));

/**
 * Ids that comments may cite and that need no test: decisions (A-), expectations of the screens (ux), sections (§), SEC, and decisions of
 * this project.
 */
export const references: readonly string[] = [
  ...linesOf('spec/references.tsv').map(([id = '']) => id),
  ...readdirSync('docs/decisions/archive').map((file) => `decision ${Number(file.slice(0, 4))}`),
];

export const catalogues: readonly Catalogue[] = [
  { title: 'Requirements', rows: requirements },
  { title: 'Attacks', rows: readCatalogue('spec/attacks.tsv') },
  { title: 'Faults', rows: readCatalogue('spec/faults.tsv') },
  { title: 'Findings', rows: readCatalogue('spec/findings.tsv') },
];
