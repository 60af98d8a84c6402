import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldCodes } from '../core/index.ts';
import { type EanReading, isProductCode, readEans, SentContent } from './index.ts';

const reading = (facts: Partial<EanReading>): EanReading => ({ codes: [], doubtful: [], refused: [], ...facts });
const noLength = (code: string) => ({ text: code, code, problem: 'length' as const });
const wrongDigit = (code: string, text = code) => ({ text, code, problem: 'checkDigit' as const });
const shortened = (text: string) => ({ text, code: text, problem: 'shortened' as const });
const oneOrSeveral = (text: string) => ({ text, code: text.replaceAll(' ', ''), problem: 'oneOrSeveral' as const });
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
/** Without GTIN-14s that begin with a valid EAN-13: printed with a gap before the last digit, they are read as an EAN-13 and a quantity. */
const printedCode = productCode
  .filter((code) => code.length < 14 || !isProductCode(code.slice(0, 13)))
  .chain((code) => printed(code).map((text) => ({ code, text })));

/** In each of them the whole is a valid code, and so is a part: a group, or a printed code before a quantity. */
const AMBIGUOUS = ['59 01234152 457', '96385074 12357', '590 1234 123457 6', '036000291452 2', '1 590123412359 1'];

describe('product codes in pasted text', () => {
  test('reads a printed code with any grouping of its digits, or reports it as ambiguous if a part is a code', { tags: ['E-20'] }, () => {
    fc.assert(
      fc.property(printedCode, ({ code, text }) => {
        const { codes, doubtful, refused } = readEans(text);
        const asked = doubtful.filter(({ problem }) => problem === 'oneOrSeveral').map((one) => one.code);
        expect([...codes, ...asked]).toEqual([code]);
        expect([doubtful.length, refused]).toEqual([asked.length, []]);
        if (asked.length > 0) expect(problemsOf({ productEANs: [text] })).toEqual({ 'productEANs.0': ['doubtfulEan'] });
        else expect(coupon({ productEANs: [text] }).data?.productEANs).toEqual([code]);
        if (code.length > 8) expect(coupon({ ean: text }).data?.ean).toBe(code);
      }),
    );
  });
  test('reads every usual printed form as unambiguous', { tags: ['E-20'] }, () => {
    const lengths = [[4, 4], [1, 5, 5, 1], [1, 6, 6], [3, 4, 6], [1, 13], [2, 12], [1, 6, 7], [14]];
    const form = fc
      .tuple(productCode, fc.constantFrom(...lengths))
      .filter(([code, groups]) => groups.reduce((sum, n) => sum + n) === code.length);
    const labelled = productCode.filter((code) => code.length === 14).map((code) => [code, [1, 13]] as const);
    const cut = (code: string, groups: readonly number[], between: string): string =>
      groups.map((length, at) => code.slice(groups.slice(0, at).reduce((sum, n) => sum + n, 0)).slice(0, length)).join(between);
    fc.assert(
      fc.property(form, gap, ([code, groups], between) => {
        // A code of 12 digits may follow two others by chance.
        fc.pre(groups[0] !== 2 || !isProductCode(code.slice(2)) || code.startsWith('00'));
        expect(readEans(cut(code, groups, between))).toEqual(reading({ codes: [code] }));
      }),
    );
    fc.assert(
      fc.property(labelled, gap, fc.constantFrom('(01)', ' (01) ', '(01)\u00a0'), ([code, groups], between, label) => {
        expect(readEans(label + cut(code, groups, between))).toEqual(reading({ codes: [code] }));
        expect(coupon({ productEANs: [label + code] }).data?.productEANs).toEqual([code]);
      }),
    );
    fc.assert(
      fc.property(
        productCode.filter((code) => code.startsWith('0')),
        (code) => {
          fc.pre(isProductCode(code.replace(/^0+/, '')));
          expect(readEans(code.replace(/^0+/, (zeros) => `${zeros} `))).toEqual(reading({ codes: [code] }));
        },
      ),
    );
    expect(readEans('0 5901234123457').codes).toEqual(['05901234123457']);
    expect(readEans('(01) 05901234123458').doubtful).toEqual([wrongDigit('05901234123458')]);
    expect(readEans('(01), (01)05901234123457(17)261231').refused).toEqual([notEan('(01)'), notEan('(01)05901234123457(17)261231')]);
  });
  test('reads a list of printed codes with any separator between them', { tags: ['E-20'] }, () => {
    const separator = fc.constantFrom(',', ';', '\n', '\r\n', '\t', ', ', ' ;', ',,\n');
    const certain = printedCode.filter(({ text }) => readEans(text).codes.length > 0);
    fc.assert(
      fc.property(fc.array(certain, { minLength: 1, maxLength: 6 }), separator, (list, between) => {
        const codes = [...new Set(list.map(({ code }) => code))];
        expect(readEans(list.map(({ text }) => text).join(between))).toEqual(reading({ codes }));
      }),
    );
  });
  test('never reads a code and a quantity on one line as another code', { tags: ['E-20'] }, () => {
    for (const [text, code, quantity] of [
      ['4006381333931 4', '4006381333931', '4'],
      ['5901234123457 1', '5901234123457', '1'],
      ['96385074 12345', '96385074', '12345'],
      ['12 96385074', '96385074', '12'],
      ['4 5901234123457', '5901234123457', '4'],
    ] as const)
      expect(readEans(text), text).toEqual(reading({ codes: [code], doubtful: [noLength(quantity)] }));
    const quantity = fc.integer({ min: 1, max: 99_999 }).map(String);
    const line = fc.array(fc.tuple(productCode, quantity), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(line, gap, (pairs, between) => {
        const { codes, doubtful } = readEans(pairs.flat().join(between));
        expect(pairs.map(([code]) => code)).toEqual(expect.arrayContaining(codes));
        expect(doubtful).not.toEqual([]);
      }),
    );
    fc.assert(
      fc.property(printedCode, quantity, ({ code, text }, count) => {
        const { codes, doubtful, refused } = readEans(`${text} ${count}`);
        // With or without leading zeros it is the same product.
        expect([Number(code)]).toEqual(expect.arrayContaining(codes.map(Number)));
        expect([...doubtful, ...refused]).not.toEqual([]);
      }),
    );
  });
  test('reports a text as ambiguous if it may be one code or several', { tags: ['E-20'] }, () => {
    for (const text of AMBIGUOUS) {
      expect(readEans(text), text).toEqual(reading({ doubtful: [oneOrSeveral(text)] }));
      expect(problemsOf({ productEANs: [text] }), text).toEqual({ 'productEANs.0': ['doubtfulEan'] });
      expect(coupon({ productEANs: [text.replaceAll(' ', '')] }).data?.productEANs).toEqual([text.replaceAll(' ', '')]);
    }
    const [text = ''] = AMBIGUOUS;
    expect(readEans(`${text}\n${text.replaceAll(' ', '')}`)).toEqual(reading({ codes: [text.replaceAll(' ', '')] }));
    expect(readEans(`4006381333931 ${text}`)).toEqual(reading({ codes: ['4006381333931'], doubtful: [oneOrSeveral(text)] }));
    expect(readEans(`Mleko ${text}`)).toEqual(reading({ refused: [notEan(`Mleko ${text}`)] }));
  });
  test('reads whole codes with blanks between them as several', { tags: ['E-20'] }, () => {
    fc.assert(
      fc.property(fc.array(productCode, { minLength: 1, maxLength: 6 }), gap, (list, between) => {
        expect(readEans(list.join(between))).toEqual(reading({ codes: [...new Set(list)] }));
      }),
    );
    expect(readEans('59012344 59012344').codes).toEqual(['59012344']);
  });
  test('refuses a number in scientific notation as a whole, with any decimal sign and beside other codes', { tags: ['E-20'] }, () => {
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
  test('reports codes with a wrong check digit or length as doubtful instead of adding them', { tags: ['E-20'] }, () => {
    expect(readEans('0012; 5901234123458, 5901234123457')).toEqual(
      reading({ codes: ['5901234123457'], doubtful: [noLength('0012'), wrongDigit('5901234123458')] }),
    );
    // A printed code with a typing error stays one code; groups of one length are codes of the chain's own.
    expect(readEans('590 1234 123458')).toEqual(reading({ doubtful: [wrongDigit('5901234123458', '590 1234 123458')] }));
    expect(readEans('0012 0013')).toEqual(reading({ doubtful: [noLength('0012'), noLength('0013')] }));
    expect(readEans('5901234123457 0012')).toEqual(reading({ codes: ['5901234123457'], doubtful: [noLength('0012')] }));
    expect(readEans('0012, 0013, 0012', ['0012'])).toEqual(reading({ codes: ['0012'], doubtful: [noLength('0013')] }));
  });
  test('refuses letters, formulas and more than 14 digits', { tags: ['E-20'] }, () => {
    expect(readEans(`=1+1, abc; ${'1'.repeat(15)}\n590 1234 12345x, Mleko 5901234123457 1l`)).toEqual(
      reading({
        codes: ['5901234123457'],
        refused: ['=1+1', 'abc', '1'.repeat(15), '590 1234 12345x', 'Mleko 1l'].map(notEan),
      }),
    );
    expect(readEans(' ,;\n\u200b\u00a0- ')).toEqual(reading({}));
  });
  test('reads doubtful and refused texts left in the entry the same way again', { tags: ['E-20'] }, () => {
    const piece = fc.oneof(
      productCode,
      fc.constantFrom(
        '0012',
        '5,90123E+12',
        'abc',
        '590 1234 123458',
        '0012 0013',
        '12',
        '5',
        'Mleko 5901234123457 1l',
        '4006381333931 4',
        ...AMBIGUOUS,
      ),
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

describe('product codes sent by programs', () => {
  test('keeps any 1 to 14 digits, with their leading zeros', { tags: ['A-94', 'CONT-PROD-09'] }, () => {
    const productEANs = ['0012', '5901234123458', ' 001 ', '2', '', '\u200b', '2', '\ufeff0012'];
    expect(coupon({ productEANs }).data?.productEANs).toEqual(['0012', '5901234123458', '001', '2']);
  });
  test('never splits an entry: accepts it as one code or rejects it with its own problem', { tags: ['E-20'] }, () => {
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
      'productEANs.4': ['notEan'],
      'productEANs.5': ['notEan'],
      'productEANs.6': ['notEan'],
      'productEANs.7': ['notEan'],
    });
    expect(problemsOf({ productEANs: [5901234123457] })).toEqual({ 'productEANs.0': ['notEan'] });
  });
  test('reports an entry as doubtful only if sending its digits alone confirms it', { tags: ['E-20'] }, () => {
    for (const entry of ['1,2', '12 34', '1 234', '1-2', '4006381333931 4', '5901234123457, 12'])
      expect(problemsOf({ productEANs: [entry] }), entry).toEqual({ 'productEANs.0': ['notEan'] });
    for (const entry of ['590 1234 123458', '-12', '12;']) {
      expect(problemsOf({ productEANs: [entry] }), entry).toEqual({ 'productEANs.0': ['doubtfulEan'] });
      const digits = entry.replaceAll(/\D/g, '');
      expect(coupon({ productEANs: [digits] }).data?.productEANs).toEqual([digits]);
    }
  });
  test(
    'keeps a MegaPromo code as it is written, without invisible characters, and refuses one that a spreadsheet shortened',
    { tags: ['E-20'] },
    () => {
      for (const [sent, kept] of [
        [' MEGA  KAWA 30 ', 'MEGA  KAWA 30'],
        ['MEGA\u200b 1\u00ad2', 'MEGA 12'],
        ['12 34', '12 34'],
        ['1234-5670', '1234-5670'],
        ['2024-0017', '2024-0017'],
        ['5901 2344', '5901 2344'],
        ['590-1234-123457', '5901234123457'],
        ['590 1234 123458', '590 1234 123458'],
        ['10E2026', '10E2026'],
        ['\u200b', null],
      ] as const)
        expect(coupon({ ean: sent }).data?.ean, sent).toBe(kept);
      expect(problemsOf({ ean: '5,90123E+12' })).toEqual({ ean: ['shortenedNumber'] });
    },
  );
});
