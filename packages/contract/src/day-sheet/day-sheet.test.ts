import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barcodeOf, boundsOfDay, isOnSheet, sheetItemOf } from './index.ts';
import { contentFields, hasCheckDigit, type UnmarkedContent } from '../content/index.ts';

const initial = Object.fromEntries(Object.entries(contentFields).map(([field, { initial: value }]) => [field, value]));
const item = (facts: Partial<UnmarkedContent> = {}): UnmarkedContent =>
  ({ ...initial, _id: 'i', name: 'Kod', ...facts }) as UnmarkedContent;

describe('barcodes', { tags: ['SHEET-01'] }, () => {
  test(
    'uses EAN for a valid check digit, Code 128 for other codes that it can encode, and no barcode otherwise',
    { tags: ['SHEET-01'] },
    () => {
      expect(barcodeOf('5901234123457')).toEqual({ format: 'EAN13', text: '5901234123457', wrongDigit: false });
      expect(barcodeOf(' 590-1234 123457 ')).toMatchObject({ format: 'EAN13', text: '5901234123457' });
      for (const printed of ['590\u00a01234\u2012123457', '590\u200b1234123457\ufeff'])
        expect(barcodeOf(printed)).toMatchObject({ format: 'EAN13', text: '5901234123457' });
      expect(barcodeOf('96385074')).toEqual({ format: 'EAN8', text: '96385074', wrongDigit: false });
      expect(barcodeOf('036000291452')).toEqual({ format: 'EAN13', text: '0036000291452', wrongDigit: false });
      expect(barcodeOf('5901234123458')).toEqual({ format: 'CODE128', text: '5901234123458', wrongDigit: true });
      expect(barcodeOf('MEGA KAWA 30')).toEqual({ format: 'CODE128', text: 'MEGA KAWA 30', wrongDigit: false });
      for (const code of ['', '  ', 'KAWA ŻÓŁTA', 'x'.repeat(41)]) expect(barcodeOf(code)).toBeNull();
    },
  );
  test('exactly one of ten last digits is the check digit', { tags: ['SHEET-01'] }, () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12}$/), (digits) => {
        expect(Array.from({ length: 10 }, (_, last) => hasCheckDigit(`${digits}${last}`)).filter(Boolean)).toHaveLength(1);
      }),
    );
  });
});

describe('a day', { tags: ['SHEET-01'] }, () => {
  const store = { id: 's', storeType: 'super', groups: [], formerGroups: [], deleted: false } as const;
  const aimed = (facts: Partial<UnmarkedContent>) => ({ ...item({ includeStoreType: 'all', version: '', ...facts }) });
  test('its first and last millisecond count, also on the days of both clock changes', { tags: ['SHEET-01', 'SHEET-04'] }, () => {
    expect((boundsOfDay('2026-03-29').to + 1 - boundsOfDay('2026-03-29').from) / 3_600_000).toBe(23);
    expect((boundsOfDay('2026-10-25').to + 1 - boundsOfDay('2026-10-25').from) / 3_600_000).toBe(25);
    const { from, to } = boundsOfDay('2026-06-01');
    const iso = (at: number): string => new Date(at).toISOString();
    for (const [facts, expected] of [
      [{ publicationEnd: iso(from + 1) }, true],
      [{ publicationEnd: iso(from) }, false],
      [{ publicationStart: iso(to) }, true],
      [{ publicationStart: iso(to + 1) }, false],
      [{ publicationStart: iso(from + 5), publicationEnd: iso(from + 6) }, true],
    ] as const)
      expect(isOnSheet(aimed(facts), store, { from, to }), JSON.stringify(facts)).toBe(expected);
  });
  test('has the instants at which items begin and end on it; an item that is only announced is not valid', { tags: ['SHEET-01'] }, () => {
    const bounds = boundsOfDay('2026-06-01');
    const noon = '2026-06-01T10:00:00.000Z';
    expect(sheetItemOf(item({ validityStart: noon, validityEnd: '2026-06-09T10:00:00.000Z' }), bounds)).toMatchObject({
      begins: noon,
      ends: null,
      isValid: true,
    });
    expect(sheetItemOf(item({ validityEnd: '2026-06-09T10:00:00.000Z', publicationEnd: noon }), bounds)).toMatchObject({
      begins: null,
      ends: noon,
      isValid: true,
    });
    expect(sheetItemOf(item({ validityStart: '2026-06-02T10:00:00.000Z' }), bounds)).toMatchObject({ isValid: false });
  });
  test('includes items that end at its midnight, which are not on the sheet of the next day', { tags: ['SHEET-01', 'E-61'] }, () => {
    for (const [day, next] of [
      ['2026-06-01', '2026-06-02'],
      ['2026-03-29', '2026-03-30'],
      ['2026-10-25', '2026-10-26'],
      ['2026-12-31', '2027-01-01'],
    ] as const) {
      const midnight = new Date(boundsOfDay(next).from).toISOString();
      for (const ended of [{ publicationEnd: midnight, validityEnd: midnight }, { validityEnd: midnight }]) {
        expect(sheetItemOf(item(ended), boundsOfDay(day))).toMatchObject({ ends: midnight, isValid: true });
        expect(sheetItemOf(item(ended), boundsOfDay(next))).toMatchObject({ ends: null, isValid: false });
      }
      expect(isOnSheet(aimed({ publicationEnd: midnight }), store, boundsOfDay(day))).toBe(true);
      expect(isOnSheet(aimed({ publicationEnd: midnight }), store, boundsOfDay(next))).toBe(false);
    }
  });
  test('all three regulations of an offer are listed in their order, without empty ones', { tags: ['SHEET-01'] }, () => {
    const listed = (names: Partial<UnmarkedContent>) => sheetItemOf(item(names), boundsOfDay('2026-06-01')).regulations;
    expect(listed({ regulation1Name: 'Zasady', regulation2Name: 'Zwroty', regulation3Name: 'Dane' })).toEqual(['Zasady', 'Zwroty', 'Dane']);
    expect(listed({ regulation1Name: null, regulation2Name: '', regulation3Name: 'Dane' })).toEqual(['Dane']);
  });
});
