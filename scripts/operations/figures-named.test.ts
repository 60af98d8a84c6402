import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Names of the benchmarks of `node scripts/run.mjs bench`. */
const benches = new Set([...readFileSync('bench/main.ts', 'utf8').matchAll(/^ {2}(\w+): { run: bench\w+/gm)].map(([, name]) => name));
const namedIn = (text: string): string[] => [...text.matchAll(/node scripts\/run\.mjs bench ([a-z]+)/g)].map(([, name = '']) => name);

test('the documents for operators name only benchmarks that exist', { tags: ['OPS-12'] }, () => {
  const unknown = globSync(['docs/{operators,reference}/*.md']).flatMap((file) =>
    namedIn(readFileSync(file, 'utf8'))
      .filter((name) => !benches.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
  expect(namedIn(readFileSync('docs/operators/sizing.md', 'utf8'))).toEqual(expect.arrayContaining(['year', 'fanout', 'feed']));
});

test(
  'sizing.md documents the bytes per row, and has sections on cores, memory, connections and vacuum',
  { tags: ['OPS-06', 'OPS-12'] },
  () => {
    const sizing = readFileSync('docs/operators/sizing.md', 'utf8');
    for (const one of ['phone', 'store', 'send', 'phone of a send', 'receipt', 'content item'])
      expect(sizing).toMatch(new RegExp(`^\\| ${one} \\| [\\d.,]+ \\|`, 'm'));
    for (const heading of ['Disk: one of each', 'Cores', 'Memory', 'Connections', 'Vacuum']) expect(sizing).toContain(`\n## ${heading}\n`);
  },
);
