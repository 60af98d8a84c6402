import { describe, expect, test } from 'vitest';
import { aStoreDraft } from '../../../test/builders.ts';
import { turnsDuring } from '../../../test/turns-during.ts';
import { segmentImporter } from './import-segments.ts';
import { storeImporter } from './import-stores.ts';
import { thresholdImporter } from './import-thresholds.ts';
import { readFile } from './read-file.ts';

const stores = Array.from({ length: 20_000 }, (_, n) => aStoreDraft({ storeNo: n, name: `Sklep ${n}` }));
/** Lists of the longest length that is taken. */
const segments = Array.from({ length: 100_000 }, (_, n) => ({ name: `Klienci ${n}` }));
const thresholds = Array.from({ length: 100_000 }, (_, n) => ({ promoId: '7', id: `t${n}`, threshold: '49,99' }));
const csvOf = (rows: readonly Record<string, unknown>[]): string =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.map((cell) => `"${String(cell)}"`).join(';'))
    .join('\n');
/** A few turns are far fewer than these files take, and more than a file takes that is read in one piece. */
const FEW = 5;

describe('other work runs while', { tags: ['E-28'] }, () => {
  test('a CSV file of 20,000 stores is read', async () => {
    const { result, turns } = await turnsDuring(() => readFile(Buffer.from(csvOf(stores)), 'utf-8', storeImporter.columns));
    expect([result.rows.length, result.problems, result.columnsFit]).toEqual([20_000, [], true]);
    expect(turns).toBeGreaterThanOrEqual(FEW);
  });
  test('the first line that is not UTF-8 is searched for', async () => {
    const file = Buffer.concat([Buffer.from(csvOf(segments)), Buffer.from('\n\xf3', 'latin1')]);
    const { result, turns } = await turnsDuring(() => readFile(file, 'utf-8', segmentImporter.columns));
    expect(result.problems).toEqual([{ line: 100_002, column: null, code: 'notUtf8', value: 'ó' }]);
    expect(turns).toBeGreaterThanOrEqual(1);
  });
  test.each([
    ['stores', storeImporter, stores],
    ['segments', segmentImporter, segments],
    ['thresholds', thresholdImporter, thresholds],
  ] as const)('a JSON list of %s is read and its rows are checked', async (_kind, importer, list) => {
    const read = await turnsDuring(() => readFile(list, 'utf-8', importer.columns));
    expect([read.result.rows.length, read.result.problems]).toEqual([list.length, []]);
    expect(read.turns).toBeGreaterThanOrEqual(FEW);
    const checked = await turnsDuring(() => importer.check(read.result.rows));
    expect(checked.turns).toBeGreaterThanOrEqual(FEW);
  });
});
