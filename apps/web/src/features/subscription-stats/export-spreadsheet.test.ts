import { strFromU8, Unzip, UnzipInflate, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { exportFormats, exportName, toSpreadsheet } from './export-spreadsheet.ts';

const store = (facts = {}) => ({
  _id: 'x',
  storeNo: 101,
  name: 'Koszyk Łódź',
  address: 'ul. Żółta 1',
  main: 12,
  notifications: 0,
  ...facts,
});
const opened = async (rows: ReturnType<typeof store>[], format: 'xlsx' | 'ods') => {
  const files = unzipSync(new Uint8Array(await toSpreadsheet(rows, format)));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
};

// Read with a ZIP reader and the formats' own XML, not with the library that wrote them.
describe(
  'the export of subscriptions',
  { tags: ['NOTIF-STATS-11', 'NOTIF-STATS-12', 'NOTIF-STATS-13', 'NOTIF-STATS-14', 'NOTIF-STATS-18', 'NOTIF-STATS-19', 'CONST-23'] },
  () => {
    test('two formats', { tags: ['CONST-23'] }, () => expect(exportFormats).toEqual(['xlsx', 'ods']));
    test('xlsx: sheet name, columns in order, numbers as numbers, formulas as text', async () => {
      const files = await opened([store({ name: '=1+1' }), store({ storeNo: null, name: '@SUM(A1)', main: 3 })], 'xlsx');
      expect(files['xl/workbook.xml']).toContain('name="Notification Subs"');
      const sheet = files['xl/worksheets/sheet1.xml'] ?? '';
      const texts = [...(files['xl/sharedStrings.xml'] ?? '').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map((match) => match[1]);
      const textAt = (cell: string) =>
        texts[Number(new RegExp(`<c r="${cell}"(?: s="\\d+")? t="s"[^>]*><v>(\\d+)`).exec(sheet)?.[1])] ??
        new RegExp(`<c r="${cell}"(?: s="\\d+")? t="(?:str|inlineStr)"[^>]*>.*?<(?:v|t)[^>]*>([^<]*)`).exec(sheet)?.[1];
      expect(['A1', 'B1', 'C1', 'D1', 'E1'].map(textAt)).toEqual(['storeNo', 'name', 'address', 'main', 'notifications']);
      expect([textAt('B2'), textAt('B3'), textAt('C2')]).toEqual(['=1+1', '@SUM(A1)', 'ul. Żółta 1']);
      expect(sheet).not.toContain('<f>');
      for (const cell of ['A2', 'D2', 'E2', 'D3']) expect(sheet).toMatch(new RegExp(`<c r="${cell}"(?: t="n")?[^>]*><v>\\d+</v>`));
      expect(sheet).not.toMatch(/<c r="A3"[^>]*><v>/);
    });
    test('ods: the same', async () => {
      const content = (await opened([store({ name: '+1' })], 'ods'))['content.xml'] ?? '';
      expect(content).toContain('table:name="Notification Subs"');
      expect(content).not.toContain('table:formula');
      expect(content).toMatch(/office:value-type="float" office:value="12"/);
      expect(content).toMatch(/<text:p>\+1<\/text:p>/);
      expect(content.indexOf('storeNo')).toBeLessThan(content.indexOf('notifications'));
    });
    test('ods: programs know the kind of document by its first bytes', { tags: ['E-2D'] }, async () => {
      const type = 'application/vnd.oasis.opendocument.spreadsheet';
      const bytes = new Uint8Array(await toSpreadsheet([store()], 'ods'));
      const first = new DataView(bytes.buffer);
      // The head of the first entry: its signature, method (stored), lengths of name and extra field; then its name and content.
      expect([first.getUint32(0), first.getUint16(8, true), first.getUint16(26, true), first.getUint16(28, true)]).toEqual([
        0x50_4b_03_04,
        0,
        'mimetype'.length,
        0,
      ]);
      expect(strFromU8(bytes.subarray(30, 38 + type.length))).toBe(`mimetype${type}`);
      // From the first entry to the last, without the directory at the end, and by that directory.
      const inOrder: [string, string][] = [];
      const reader = new Unzip((file) => {
        const content: number[] = [];
        file.ondata = (error, chunk, final) => {
          if (error) throw error;
          content.push(...chunk);
          if (final) inOrder.push([file.name, strFromU8(Uint8Array.from(content))]);
        };
        file.start();
      });
      reader.register(UnzipInflate);
      reader.push(bytes, true);
      expect(inOrder[0]).toEqual(['mimetype', type]);
      expect(inOrder).toEqual(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]));
      expect(inOrder.map(([name]) => name)).toEqual(expect.arrayContaining(['content.xml', 'styles.xml', 'META-INF/manifest.xml']));
    });
    test('text that resembles a number or a date stays text', { tags: ['X04'] }, async () => {
      const names = ['00123', '1e20', '2026-01-01', '1,5'];
      const sheet =
        (
          await opened(
            names.map((name) => store({ name })),
            'xlsx',
          )
        )['xl/worksheets/sheet1.xml'] ?? '';
      for (const row of [2, 3, 4, 5]) expect(sheet).toMatch(new RegExp(`<c r="B${row}"(?: s="\\d+")? t="(s|str|inlineStr)"`));
      const content =
        (
          await opened(
            names.map((name) => store({ name })),
            'ods',
          )
        )['content.xml'] ?? '';
      for (const name of names) expect(content).toMatch(new RegExp(`office:value-type="string"[^>]*>\\s*<text:p>${name}</text:p>`));
    });
    test('text cells are quoted, so that editing one does not make a number or a formula of it', { tags: ['D-19', 'X04'] }, async () => {
      const files = await opened([store({ name: '00123', address: '=1+1' })], 'xlsx');
      const formats = [...(/<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(files['xl/styles.xml'] ?? '')?.[1] ?? '').matchAll(/<xf ([^>]*)>/g)].map(
        (match) => match[1] ?? '',
      );
      const sheet = files['xl/worksheets/sheet1.xml'] ?? '';
      const styleOf = (cell: string) => formats[Number(new RegExp(`<c r="${cell}"[^>]* s="(\\d+)"`).exec(sheet)?.[1] ?? 0)];
      for (const cell of ['A1', 'B2', 'C2'])
        expect(styleOf(cell), cell).toMatch(/numFmtId="49".*quotePrefix="1"|quotePrefix="1".*numFmtId="49"/);
      for (const cell of ['A2', 'D2', 'E2']) expect(styleOf(cell), cell).not.toContain('quotePrefix');
    });
    test('control signs and markup leave the XML well-formed', { tags: ['X02'] }, async () => {
      const sheet = (await opened([store({ name: 'a\u0000b\ud800c ]]> & <x> \uffff' })], 'xlsx'))['xl/sharedStrings.xml'] ?? '';
      // oxlint-disable-next-line no-control-regex -- what must not be there
      expect(sheet).not.toMatch(/[\u0000-\u0008\ud800-\udfff\uffff]/);
      expect(sheet).not.toContain('<x>');
    });
    test('the file name contains Warsaw time and no character that Windows rejects', { tags: ['NOTIF-STATS-15', 'A-74', 'X05'] }, () => {
      expect(exportName('xlsx', new Date('2026-07-01T22:05:09Z'))).toBe('results_2026-07-02_00-05-09.xlsx');
      expect(exportName('ods', new Date('2026-12-01T11:00:00Z'))).toBe('results_2026-12-01_12-00-00.ods');
    });
  },
);
