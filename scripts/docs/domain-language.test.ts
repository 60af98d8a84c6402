import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** `kept day` as code spells it: keptDay, KeptDay, kept_day or kept-day. */
const flat = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');

test('each word of the domain language is part of a name in the code', () => {
  const words = [...readFileSync('docs/reference/domain-language.md', 'utf8').matchAll(/^\| (\*\*.+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/\*\*(.+?)\*\*/g)].map(([, word = '']) => word),
  );
  const code = flat(
    globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { exclude: ['**/*.test.{ts,tsx}'] })
      .map((file) => readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\/|\/\/.*$/gms, ''))
      .join('\n'),
  );
  expect(words.length).toBeGreaterThan(40);
  expect(words.filter((word) => !code.includes(flat(word)))).toEqual([]);
});
