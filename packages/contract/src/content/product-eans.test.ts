import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldCodes } from '../core/index.ts';
import { type EanReading, isProductCode, readEans, SentContent } from './index.ts';

const reading = (facts: Partial<EanReading>): EanReading => ({ codes: [], doubtful: [], refused: [], ...facts });
const noLength = (code: string) => ({ text: code, code, problem: 'length' as const });
const wrongDigit = (code: string, text = code) => ({ text, code, problem: 'checkDigit' as const });
const shortened = (text: string) => ({ text, code: text, problem: 'shortened' as const });
const notEan = (text: string) => ({ text, code: text, problem: 'notEan' as const });

const coupon = (facts: object) =>
  SentContent.safeParse({
    contentType: 'promoCode',
    name: 'Kawa',
    prevImage: `cloudinary:${'a'.repeat(32)}.png`,
    validityStart: '2026-12-01T00:00:00Z',
    validityEnd: '2026-12-08T00:00:00Z',
    ...facts,
  });
const problemsOf = (facts: object) => {
  const { error } = coupon(facts);
  return error ? fieldCodes(error) : {};
};

/** A code of each length with its right check digit. */
const productCode = fc
  .constantFrom(8, 12, 13, 14)
  .chain((length) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: length - 1, maxLength: length - 1 })
      .map((digits) => Array.from({ length: 10 }, (_, last) => [...digits, last].join('')).find(isProductCode) ?? ''),
  );
const gap = fc.constantFrom(' ', '  ', '-', ' - ', '\u00a0', '\u202f', '\u2007', '\u2011', '\u2012', '\u2013', '\u2212');
const invisible = fc.constantFrom('\u200b', '\u00ad', '\ufeff', '\u2060', '\u200e', '\u202c');
/** A code as a label or a spreadsheet shows it: with gaps and invisible characters after any of its digits. */
const printed = (code: string) =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: fc.constant('') }, gap, invisible), { minLength: code.length, maxLength: code.length })
    .map((between) => [...code].map((digit, at) => digit + between[at]).join(''));
const printedCode = productCode.chain((code) => printed(code).map((text) => ({ code, text })));

describe('product codes in pasted text', () => {
  test('reads a printed code as itself, however its digits are grouped (E-20)', () => {
    fc.assert(
      fc.property(printedCode, ({ code, text }) => {
        expect(readEans(text)).toEqual(reading({ codes: [code] }));
        expect(coupon({ productEANs: [text] }).data?.productEANs).toEqual([code]);
        expect(coupon({ ean: text }).data?.ean).toBe(code);
      }),
    );
  });
  test('reads a list of printed codes as that list, whichever separator is between them (E-20)', () => {
    const separator = fc.constantFrom(',', ';', '\n', '\r\n', '\t', ', ', ' ;', ',,\n');
    fc.assert(
      fc.property(fc.array(printedCode, { minLength: 1, maxLength: 6 }), separator, (list, between) => {
        const codes = [...new Set(list.map(({ code }) => code))];
        expect(readEans(list.map(({ text }) => text).join(between))).toEqual(reading({ codes }));
      }),
    );
  });
  test('reads whole codes with blanks between them as several (E-20)', () => {
    fc.assert(
      fc.property(fc.array(productCode, { minLength: 1, maxLength: 6 }), gap, (list, between) => {
        expect(readEans(list.join(between))).toEqual(reading({ codes: [...new Set(list)] }));
      }),
    );
    expect(readEans('59012344 59012344').codes).toEqual(['59012344']);
  });
  test('refuses a number in scientific notation as a whole, with any decimal sign and beside other codes (E-20)', () => {
    for (const text of ['5,90123E+12', '5.90123E+12', '5,9e12', '5E+12', '-5,90123E+12', '5,90123\u00a0E+12', '590,1E+10', '5,9E\u221205'])
      expect(readEans(text), text).toEqual(reading({ refused: [shortened(text)] }));
    expect(readEans('5901234123457,5,90123E+12,59012344;5,90123E+12\n4.00638E+12')).toEqual(
      reading({ codes: ['5901234123457', '59012344'], refused: [shortened('5,90123E+12'), shortened('4.00638E+12')] }),
    );
    const cell = fc.tuple(
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('.', ','),
      fc.stringMatching(/^\d{1,6}$/),
      fc.integer({ min: 8, max: 14 }),
    );
    fc.assert(
      fc.property(productCode, cell, fc.boolean(), (code, [first, sign, rest, power], isFirst) => {
        const text = `${first}${sign}${rest}E+${power}`;
        const list = isFirst ? [text, code] : [code, text];
        expect(readEans(list.join(','))).toEqual(reading({ codes: [code], refused: [shortened(text)] }));
      }),
    );
  });
  test('names codes with a wrong check digit or a length that no code has, and adds none of them by itself (E-20)', () => {
    expect(readEans('0012; 5901234123458, 5901234123457')).toEqual(
      reading({ codes: ['5901234123457'], doubtful: [noLength('0012'), wrongDigit('5901234123458')] }),
    );
    // A printed code with a typing error stays one code; groups of one length are codes of the chain's own.
    expect(readEans('590 1234 123458')).toEqual(reading({ doubtful: [wrongDigit('5901234123458', '590 1234 123458')] }));
    expect(readEans('0012 0013')).toEqual(reading({ doubtful: [noLength('0012'), noLength('0013')] }));
    expect(readEans('5901234123457 0012')).toEqual(reading({ codes: ['5901234123457'], doubtful: [noLength('0012')] }));
    expect(readEans('0012, 0013, 0012', ['0012'])).toEqual(reading({ codes: ['0012'], doubtful: [noLength('0013')] }));
  });
  test('names what is no code: letters, formulas, more than 14 digits (E-20)', () => {
    expect(readEans(`=1+1, abc; ${'1'.repeat(15)}\n590 1234 12345x, Mleko 5901234123457 1l`)).toEqual(
      reading({
        codes: ['5901234123457'],
        refused: ['=1+1', 'abc', '1'.repeat(15), '590 1234 12345x', 'Mleko 1l'].map(notEan),
      }),
    );
    expect(readEans(' ,;\n\u200b\u00a0- ')).toEqual(reading({}));
  });
  test('reads what is left in the entry as it read it before (E-20)', () => {
    const piece = fc.oneof(
      productCode,
      fc.constantFrom('0012', '5,90123E+12', 'abc', '590 1234 123458', '0012 0013', '12', '5', 'Mleko 5901234123457 1l'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.constantFrom(',', ';', '\n', ', '), (pieces, between) => {
        const { doubtful, refused } = readEans(pieces.join(between));
        const again = readEans([...doubtful, ...refused].map(({ text }) => text).join(', '));
        expect(again).toEqual(reading({ doubtful, refused }));
      }),
    );
  });
});

describe('product codes that a program sends', () => {
  test('keeps any 1 to 14 digits, with their leading zeros (A-94, CONT-PROD-09)', () => {
    const productEANs = ['0012', '5901234123458', ' 001 ', '2', '', '\u200b', '2', '\ufeff0012'];
    expect(coupon({ productEANs }).data?.productEANs).toEqual(['0012', '5901234123458', '001', '2']);
  });
  test('never splits an entry: it is one code, or refused with a code of its own (E-20)', () => {
    const productEANs = [
      '590 1234 123457',
      '5,90123E+12',
      '590 1234 123458',
      '5901234123457 5900000000008',
      '12 34',
      'abc',
      '1,2',
      '1'.repeat(15),
    ];
    expect(problemsOf({ productEANs })).toEqual({
      'productEANs.1': ['shortenedNumber'],
      'productEANs.2': ['doubtfulEan'],
      'productEANs.3': ['notEan'],
      'productEANs.4': ['doubtfulEan'],
      'productEANs.5': ['notEan'],
      'productEANs.6': ['doubtfulEan'],
      'productEANs.7': ['notEan'],
    });
    expect(problemsOf({ productEANs: [5901234123457] })).toEqual({ 'productEANs.0': ['notEan'] });
  });
  test('keeps a MegaPromo code as it is written, without invisible characters, and refuses one that a spreadsheet shortened (E-20)', () => {
    for (const [sent, kept] of [
      [' MEGA  KAWA 30 ', 'MEGA  KAWA 30'],
      ['MEGA\u200b 1\u00ad2', 'MEGA 12'],
      ['12 34', '12 34'],
      ['590 1234 123458', '590 1234 123458'],
      ['10E2026', '10E2026'],
      ['\u200b', null],
    ] as const)
      expect(coupon({ ean: sent }).data?.ean, sent).toBe(kept);
    expect(problemsOf({ ean: '5,90123E+12' })).toEqual({ ean: ['shortenedNumber'] });
  });
});
