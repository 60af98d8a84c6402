import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { csvLine } from '../../apps/server/src/platform/csv.ts';
import { findLibreOffice } from './find-libreoffice.ts';

const folder = mkdtempSync(join(tmpdir(), 'endcap-sheets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Converts a CSV to a flat XML spreadsheet with LibreOffice, which reads it with a separator and evaluates formulas. */
const opened = (program: string, text: string, separator: string): string => {
  const file = join(folder, 'table.csv');
  writeFileSync(file, text);
  const options = [separator.charCodeAt(0), 34, 76, 1, '', 0, false, true, false, false, false, 0, true].join(',');
  execFileSync(program, [
    `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
    '--headless',
    `--infilter=Text - txt - csv (StarCalc):${options}`,
    '--convert-to',
    'fods',
    '--outdir',
    folder,
    file,
  ]);
  return readFileSync(join(folder, 'table.fods'), 'utf8');
};
const formulasIn = (sheet: string): string[] => Array.from(sheet.matchAll(/table:formula="([^"]*)"/g), ([, formula = '']) => formula);

test('LibreOffice finds no formula in an exported CSV with any separator', { tags: ['E-27'] }, () => {
  const program = findLibreOffice();
  const hostile = [
    '=1+1',
    'a,=1+1',
    'a;=1+1',
    'a\t=1+1',
    'a\n=1+1',
    'a, "=1+1"',
    ' =1+1',
    '\u00a0=1+1',
    '＝1+1',
    'a,＝1+1',
    '+1+1',
    '@SUM(1)',
  ];
  expect(formulasIn(opened(program, 'a,=1+1\r\n', ','))).toEqual(['of:=1+1']);
  for (const separator of [';', ',', '\t']) {
    const table = hostile.map((cell) => csvLine(['Łódź', cell, cell, 5])).join('');
    expect([separator, formulasIn(opened(program, `\ufeff${table}`, separator))]).toEqual([separator, []]);
  }
});
