import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldCodes } from '../core/index.ts';
import {
  amountText,
  BulkChange,
  bulkPatch,
  ContentDraft,
  contentFieldNames,
  contentFieldSpecs,
  contentRoutes,
  contentTypes,
  DEFAULT_CONTENT_TYPE,
  discountTypes,
  discountValueTypes,
  hasField,
  hundredths,
  isPublished,
  isValid,
  navigationTypes,
  panelsOf,
  readEans,
  requiresField,
  SentContent,
  tabs,
  type ContentField,
  type ContentType,
} from './index.ts';
import { MARKDOWN_MAX_LENGTH } from '../markdown/index.ts';

const image = `cloudinary:${'a'.repeat(32)}.png`;
const pdf = `file:${'b'.repeat(32)}.pdf`;
const least = (type: ContentType): Record<string, unknown> => ({
  contentType: type,
  name: 'Gazetka',
  prevImage: image,
  ...(type !== 'navigation' && { validityStart: '2026-12-01T00:00:00Z', validityEnd: '2026-12-08T00:00:00Z' }),
  ...(type === 'oneTimePromoCode' && { discountValue: '12,5', discountValueType: 'cash', minBasketValue: 50, discountType: 1 }),
  ...(type === 'progressBar' && { datesInfoText: 'Do niedzieli' }),
});
const codes = (facts: Record<string, unknown>): Record<string, string[]> => {
  const result = SentContent.safeParse(facts);
  return result.success ? {} : fieldCodes(result.error);
};
const parsed = (facts: Record<string, unknown>) => SentContent.parse({ ...least('leaflet'), ...facts });

test('the wire values', { tags: ['ENUM-02', 'ENUM-03', 'ENUM-04', 'ENUM-05', 'ENUM-06', 'CONST-11'] }, () => {
  expect(contentTypes).toHaveLength(11);
  expect([tabs, navigationTypes, discountValueTypes, discountTypes, DEFAULT_CONTENT_TYPE]).toEqual([
    ['start', 'flyers', 'actions', 'coupons', 'loyalty'],
    ['current', 'future', 'oneTimePromoCodes', 'interPunktyCoupons'],
    ['cash', 'percentage'],
    [1, 2],
    'leaflet',
  ]);
});

describe('Part 3: the field matrix', () => {
  // Letters of the acceptance document, read row by row: S shown, R required, H hidden; order of the types as in `contentTypes`.
  const matrix: Partial<Record<ContentField, string>> = {
    contentType: 'SSSSSSSSSSS',
    name: 'RRRRRRRRRRR',
    title: 'SSSSSSSSSSS',
    navigationTab: 'HHHHHHHSHHH',
    navigationType: 'HHHHHHHSHHH',
    disabled: 'SSSSSSSSSSS',
    url: 'SSSSSSSSSSS',
    tab: 'HHHHSHHHHHH',
    prevImage: 'RRRRRRRRRRR',
    file: 'SSSSSSSSSSS',
    progressBarEBonLvl1Image: 'HHHHHHHHSHH',
    progressBarEBonLvl2Image: 'HHHHHHHHSHH',
    progressBarEBonLvl3Image: 'HHHHHHHHSHH',
    description: 'SSSSSSSSSSS',
    progressBarInfoText: 'HHHHHHHHSHH',
    headerText: 'SSSSSSSSSSS',
    infoText: 'SSSSSSSSSSS',
    couponInstructionsText: 'HSSSHHHHHHS',
    pinned: 'SSSSSSSSSSS',
    hiddenOnStart: 'SSSSSSSSSSS',
    signatureHidden: 'SSSSSSSSSSS',
    clickableWhenFuture: 'SHHHSSSSSSS',
    version: 'SSSSSSSSSSS',
    segments: 'HSSSSHHHHHH',
    promoThresholdId: 'HHHHHHHHHHS',
    promoThreshold: 'HHHHHHHHHHS',
    discountValue: 'HHRHHHHHHHH',
    discountValueType: 'HHRHHHHHHHH',
    minBasketValue: 'HHRHHHHHHHH',
    discountType: 'HHRHHHHHHHH',
    regulation1Name: 'SSSSSSSSSSS',
    regulation1File: 'SSSSSSSSSSS',
    regulation2Name: 'SSSSSSSSSSS',
    regulation2File: 'SSSSSSSSSSS',
    regulation3Name: 'HHSHHHHHHHH',
    regulation3File: 'HHSHHHHHHHH',
    oneTimeCouponHeaderStep1: 'HHSHHHHHHHH',
    oneTimeCouponFooterStep1: 'HHSHHHHHHHH',
    oneTimeCouponHeaderStep2: 'HHSHHHHHHHH',
    oneTimeCouponFooterStep2: 'HHSHHHHHHHH',
    datesInfoText: 'SSSSSSSSRSS',
    ean: 'HSHSHHHHHHH',
    productEANs: 'HSHSHHHHHHH',
    productGroup: 'HSHSHHHHHHH',
    includeStoreType: 'SSSSSSSSSSS',
    publicationStart: 'SSSSSSSSSSS',
    publicationEnd: 'SSSSSSSSSSS',
    validityStart: 'RRRRRRRSRRR',
    validityEnd: 'RRRRRRRSRRR',
    includeStores: 'SSSSSSSSSSS',
    excludeStores: 'SSSSSSSSSSS',
    includeStoreGroups: 'SSSSSSSSSSS',
    excludeStoreGroups: 'SSSSSSSSSSS',
  };
  test('the matrix contains every field', () => expect(Object.keys(matrix).toSorted()).toEqual([...contentFieldNames].toSorted()));
  test.each(contentFieldNames)('%s', (field) => {
    const letters = contentTypes.map((type) => (requiresField(type, field) ? 'R' : hasField(type, field) ? 'S' : 'H')).join('');
    expect(letters).toBe(matrix[field]);
  });
  test('the panels of each type, in their order', () => {
    const common = ['main', 'descriptions', 'visibility', 'regulations', 'texts', 'publishing'];
    expect(panelsOf('leaflet')).toEqual(common);
    expect(panelsOf('oneTimePromoCode')).toEqual([
      'main',
      'descriptions',
      'visibility',
      'segments',
      'discount',
      'regulations',
      'texts',
      'publishing',
    ]);
    expect(panelsOf('promoCode')).toEqual([
      'main',
      'descriptions',
      'visibility',
      'segments',
      'regulations',
      'texts',
      'products',
      'publishing',
    ]);
    expect(panelsOf('interKupon')).toEqual(['main', 'descriptions', 'visibility', 'threshold', 'regulations', 'texts', 'publishing']);
  });
});

describe.each(contentTypes)('%s', (type) => {
  test('accepts the minimal fields and requires each of them', () => {
    expect(codes(least(type))).toEqual({});
    for (const field of Object.keys(least(type)).filter((field) => field !== 'contentType'))
      for (const nothing of [undefined, null, '']) expect(codes({ ...least(type), [field]: nothing })).toEqual({ [field]: ['required'] });
  });
  test('ignores and resets fields of other types', { tags: ['CONT-FORM-21', 'CONT-FORM-22', 'A-96', 'C13'] }, () => {
    const foreign = {
      discountValue: 'abc',
      segments: 'x',
      productEANs: ['none'],
      tab: 'nowhere',
      progressBarEBonLvl1Image: 5,
      regulation3File: 'x',
    };
    const own = Object.keys(foreign).filter((field) => hasField(type, field as ContentField));
    const sent = { ...least(type), ...foreign, ...Object.fromEntries(own.map((field) => [field, least(type)[field]])) };
    const item = SentContent.parse(sent) as Record<string, unknown>;
    for (const field of contentFieldNames) if (!hasField(type, field)) expect([null, [], false]).toContainEqual(item[field]);
  });
});

describe('CONT-VAL: dates', () => {
  const window = { publicationStart: '2026-12-01T00:00:00Z', publicationEnd: '2026-12-08T00:00:00Z' };
  test(
    'requires validity inside publication, accepts equal instants and ignores open ends',
    { tags: ['CONT-VAL-06', 'CONT-VAL-07', 'CONT-VAL-08', 'CONT-VAL-36', 'C04'] },
    () => {
      expect(codes({ ...least('leaflet'), ...window })).toEqual({});
      expect(codes({ ...least('leaflet'), ...window, validityStart: '2026-11-30T23:59:00Z' })).toEqual({
        validityStart: ['beforePublication'],
      });
      expect(codes({ ...least('leaflet'), ...window, validityEnd: '2026-12-08T00:01:00Z' })).toEqual({ validityEnd: ['afterPublication'] });
      expect(codes({ ...least('leaflet'), publicationStart: window.publicationStart, validityEnd: '2030-01-01T00:00:00Z' })).toEqual({});
    },
  );
  test('rejects an end before its start', { tags: ['CONT-VAL-31', 'C04'] }, () => {
    expect(codes({ ...least('leaflet'), validityEnd: '2026-11-01T00:00:00Z' })).toEqual({ validityEnd: ['endBeforeStart'] });
    expect(codes({ ...least('navigation'), publicationStart: window.publicationEnd, publicationEnd: window.publicationStart })).toEqual({
      publicationEnd: ['endBeforeStart'],
    });
  });
  test('accepts validity outside the publication of a navigation item', { tags: ['CONT-VAL-09'] }, () =>
    expect(
      codes({ ...least('navigation'), ...window, validityStart: '2020-01-01T00:00:00Z', validityEnd: '2030-01-01T00:00:00Z' }),
    ).toEqual({}),
  );
  test('keeps instants in UTC, reads a day as its start in Warsaw, and rejects anything else', { tags: ['A-31', 'A-86', 'D-32'] }, () => {
    expect(parsed({ publicationStart: '2026-11-30T22:15:42+01:00' }).publicationStart).toBe('2026-11-30T21:15:42.000Z');
    expect(parsed({ publicationEnd: '2026-12-09' }).publicationEnd).toBe('2026-12-08T23:00:00.000Z');
    for (const text of ['tomorrow', '2026-13-01T00:00:00Z', '2026-02-30', '2026-02-30T10:00:00Z', '0000-01-01T10:00:00Z', 5, true])
      expect(codes({ ...least('leaflet'), publicationEnd: text })).toEqual({ publicationEnd: ['notDate'] });
  });
});

test('a bulk change sets the end of publication to an instant, to none or to the time of the change', { tags: ['EDIT-02', 'E-05'] }, () => {
  const at = new Date('2026-12-05T10:00:00.000Z');
  const end = (publicationEnd: unknown) => {
    const read = BulkChange.safeParse({ action: 'end', publicationEnd });
    if (!read.success) return fieldCodes(read.error);
    return bulkPatch(ContentDraft.parse(SentContent.parse(least('navigation'))), read.data, at).publicationEnd;
  };
  expect(['2026-12-09', '2026-12-09T08:00:00+01:00', null, 'now'].map(end)).toEqual([
    '2026-12-08T23:00:00.000Z',
    '2026-12-09T07:00:00.000Z',
    null,
    '2026-12-05T10:00:00.000Z',
  ]);
  for (const wrong of ['Now', 'tomorrow', 7]) expect(end(wrong)).toEqual({ publicationEnd: ['notDate'] });
  expect(end(undefined)).toEqual({ publicationEnd: ['required'] });
});

test(
  'extending a publication by a week extends its validity too; an item without an end of publication stays',
  { tags: ['EDIT-02'] },
  () => {
    const extended = (facts: Record<string, unknown>, type: ContentType = 'leaflet') =>
      bulkPatch(ContentDraft.parse(SentContent.parse({ ...least(type), ...facts })), BulkChange.parse({ action: 'extend' }), new Date());
    const publicationEnd = '2026-12-09T08:00:00.000Z';
    expect(extended({ publicationEnd })).toEqual({ publicationEnd: '2026-12-16T08:00:00.000Z', validityEnd: '2026-12-15T00:00:00.000Z' });
    expect(extended({ publicationEnd }, 'navigation')).toEqual({ publicationEnd: '2026-12-16T08:00:00.000Z', validityEnd: null });
    expect(extended({})).toEqual({});
  },
);

describe('CONT-VAL: discounts', () => {
  const coupon = (facts: object) => codes({ ...least('oneTimePromoCode'), ...facts });
  test('cash from 1 to 999.99', { tags: ['CONT-VAL-15', 'CONST-16', 'C06'] }, () => {
    for (const discountValue of ['1', '999.99', '999,99', 1, 5.5, ' 5 ']) expect(coupon({ discountValue })).toEqual({});
    for (const discountValue of ['0.99', '1000', '999.995', 0]) expect(coupon({ discountValue })).toEqual({ discountValue: ['cashRange'] });
    for (const discountValue of ['abc', '1.234,5', '1e2', '٣', '-1', 'NaN', true])
      expect(coupon({ discountValue })).toEqual({ discountValue: ['notNumber'] });
  });
  test('percentage from 1 to 99.99, after rounding', { tags: ['CONT-VAL-16', 'CONT-VAL-34', 'CONT-DISC-07', 'CONST-17', 'C07'] }, () => {
    const percent = (discountValue: string) => coupon({ discountValue, discountValueType: 'percentage' });
    for (const value of ['1', '99.99', '99,994']) expect(percent(value)).toEqual({});
    for (const value of ['0.99', '100', '99.995', '500']) expect(percent(value)).toEqual({ discountValue: ['percentRange'] });
  });
  test('two decimals, half up, decimal comma', { tags: ['CONT-VAL-17', 'CONT-VAL-18', 'A-92'] }, () => {
    const stored = (discountValue: unknown) => SentContent.parse({ ...least('oneTimePromoCode'), discountValue }).discountValue;
    expect(['5', '5.5', '12,5', '1.005', 7].map(stored)).toEqual(['5.00', '5.50', '12.50', '1.01', '7.00']);
  });
  test('rounding agrees with whole numbers on every thousandth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (thousandths) => {
        const text = `${Math.floor(thousandths / 1000)},${String(thousandths % 1000).padStart(3, '0')}`;
        const cents = Math.floor((thousandths + 5) / 10);
        return hundredths(text) === cents && hundredths(amountText(cents)) === cents;
      }),
    );
  });
  test('the basket is a whole number from 1 to 999', { tags: ['CONT-VAL-19', 'CONST-18', 'C08'] }, () => {
    for (const minBasketValue of [1, 999, '1']) expect(coupon({ minBasketValue })).toEqual({});
    for (const minBasketValue of [0, 1000]) expect(coupon({ minBasketValue })).toEqual({ minBasketValue: ['basketRange'] });
    for (const minBasketValue of [10.5, '1,5', 'x', -1]) expect(coupon({ minBasketValue })).toEqual({ minBasketValue: ['basketRange'] });
  });
  test('the coupon type is the number 1 or 2', { tags: ['A-93', 'C09'] }, () => {
    for (const discountType of [0, 3, '1', true]) expect(coupon({ discountType })).toEqual({ discountType: ['unknown'] });
  });
});

describe('CONT-VAL: the rest', () => {
  test('requires the type of an item, and rejects a change of the type to null', { tags: ['D-33', 'CONT-VAL-01'] }, () => {
    expect(codes({ ...least('leaflet'), contentType: undefined })).toMatchObject({ contentType: ['required'] });
    expect(contentRoutes.change.body.safeParse({ contentType: null }).success).toBe(false);
    expect(contentRoutes.change.body.parse({})).toEqual({});
  });
  test('a change to null resets every field, including flags and lists', { tags: ['D-33', 'A-115'] }, () => {
    const every = contentFieldNames.filter((field) => field !== 'contentType');
    const cleared = contentRoutes.change.body.parse(Object.fromEntries(every.map((field) => [field, null]))) as Record<string, unknown>;
    for (const field of every) {
      const none = { includeStoreType: '', version: '' }[field as string] ?? contentFieldSpecs[field].initial;
      expect([field, cleared[field]]).toEqual([field, none]);
    }
    expect(codes({ ...least('leaflet'), pinned: null })).toEqual({ pinned: ['invalid'] });
  });
  test('empty entries of lists are dropped, inner spaces are kept', { tags: ['D-33', 'A-101', 'CONT-FORM-12'] }, () => {
    expect(SentContent.parse({ ...least('promoCode'), productEANs: ['', '12', '  ', '12'], segments: ['', ' ', 'Rodzina'] })).toMatchObject(
      {
        productEANs: ['12'],
        segments: ['Rodzina'],
      },
    );
    expect(parsed({ name: '  Ala  ma\n\tkota ', title: 'a\u00a0 b', regulation1Name: 'R  1' })).toMatchObject({
      name: 'Ala  ma  kota',
      title: 'a\u00a0 b',
      regulation1Name: 'R  1',
    });
  });
  test('rejects values outside the enumerations', { tags: ['CONT-VAL-01', 'CONT-VAL-35', 'C01'] }, () => {
    for (const contentType of ['Leaflet', ['leaflet'], null, 'constructor', '__proto__', 5])
      expect(codes({ ...least('leaflet'), contentType }).contentType).toEqual(['unknown']);
    expect(codes({ ...least('banner'), tab: 'home' })).toEqual({ tab: ['unknown'] });
    expect(codes({ ...least('navigation'), navigationTab: 'x', navigationType: 'y' })).toEqual({
      navigationTab: ['unknown'],
      navigationType: ['unknown'],
    });
    expect(codes({ ...least('leaflet'), includeStoreType: 'hyper' })).toEqual({ includeStoreType: ['unknown'] });
  });
  test('rejects a blank name and one of more than 200 characters, accepts emoji', { tags: ['CONT-VAL-02', 'CONT-VAL-32', 'C02'] }, () => {
    expect(codes({ ...least('leaflet'), name: ' \n ' })).toEqual({ name: ['required'] });
    expect(codes({ ...least('leaflet'), name: 'x'.repeat(201) })).toEqual({ name: ['tooLong'] });
    expect(codes({ ...least('leaflet'), name: '🥐' })).toEqual({});
  });
  test('accepts only stored images as images, and PDFs as files', { tags: ['CONT-VAL-03', 'CONT-VAL-30', 'C03'] }, () => {
    for (const prevImage of [pdf, 'https://evil.example/x.png', `cloudinary:../${'a'.repeat(29)}.png`])
      expect(codes({ ...least('leaflet'), prevImage })).toEqual({ prevImage: ['notImage'] });
    expect(codes({ ...least('leaflet'), file: pdf })).toEqual({});
    expect(codes({ ...least('leaflet'), file: `file:${'b'.repeat(32)}.exe` })).toEqual({ file: ['notFile'] });
  });
  test('rejects an image under the prefix of files, which /files/ does not serve', { tags: ['FILE-03'] }, () => {
    const name = 'b'.repeat(32);
    for (const ending of ['jpg', 'png', 'gif']) {
      for (const field of ['file', 'regulation1File'])
        expect(codes({ ...least('leaflet'), regulation1Name: 'Regulamin', [field]: `file:${name}.${ending}` })).toEqual({
          [field]: ['notFile'],
        });
      expect(codes({ ...least('leaflet'), file: `cloudinary:${name}.${ending}` })).toEqual({});
    }
    expect(codes({ ...least('leaflet'), file: `file:${name}.pdf` })).toEqual({});
  });
  test(
    'requires a name for a regulation file, but no file for a name',
    { tags: ['CONT-VAL-21', 'CONT-VAL-22', 'CONT-VAL-23', 'CONT-REG-05'] },
    () => {
      for (const pair of [1, 2]) {
        expect(codes({ ...least('leaflet'), [`regulation${pair}File`]: pdf })).toEqual({ [`regulation${pair}Name`]: ['required'] });
        expect(codes({ ...least('leaflet'), [`regulation${pair}Name`]: 'Regulamin' })).toEqual({});
      }
      expect(codes({ ...least('leaflet'), regulation3File: pdf })).toEqual({});
      expect(codes({ ...least('oneTimePromoCode'), regulation3File: pdf })).toEqual({ regulation3Name: ['required'] });
    },
  );
  test(
    'trims texts, stores empty ones as null, and applies the defaults of a new item',
    { tags: ['CONT-FORM-12', 'CONT-FORM-13', 'CONT-FORM-14', 'CONT-FORM-15', 'CONT-VIS-07', 'A-101'] },
    () => {
      expect(parsed({ title: '  a  b ', description: ' **x** \r\n y ', url: ' ' })).toMatchObject({
        title: 'a  b',
        description: '**x** \n y',
        url: null,
      });
      expect(SentContent.parse(least('leaflet'))).toMatchObject({
        includeStoreType: 'all',
        version: '>= 3.2.0',
        pinned: false,
        hiddenOnStart: false,
        signatureHidden: false,
        clickableWhenFuture: false,
        disabled: false,
        includeStores: [],
      });
      expect(parsed({ version: null }).version).toBe('');
      expect(codes({ ...least('leaflet'), version: 'abc' })).toEqual({ version: ['notVersion'] });
    },
  );
  test('trims and deduplicates segments, at most 500', { tags: ['C26'] }, () => {
    const segments = (list: string[]) => ({ ...least('banner'), segments: list });
    expect(SentContent.parse(segments([' Rodzina ', 'Rodzina', 'Kawa  i\nherbata', 'Kawa i herbata'])).segments).toEqual([
      'Rodzina',
      'Kawa i herbata',
    ]);
    expect(codes(segments(Array.from({ length: 500 }, (_, n) => `S${n}`)))).toEqual({});
    expect(codes(segments(Array.from({ length: 501 }, (_, n) => `S${n}`)))).toEqual({ segments: ['tooMany'] });
  });
  test(
    'rejects texts beyond their limit, removes spoofing characters, and joins the lines of one-line fields',
    { tags: ['M15', 'M18'] },
    () => {
      expect(codes({ ...least('leaflet'), description: 'x'.repeat(MARKDOWN_MAX_LENGTH + 1) })).toEqual({ description: ['tooLong'] });
      expect(codes({ ...least('leaflet'), description: 'x'.repeat(1_000_000) })).toEqual({ description: ['tooLong'] });
      expect(SentContent.parse({ ...least('leaflet'), title: 'Ser\n\u202Eamzo\u2066\tk\u0000' }).title).toBe('Ser amzo k');
    },
  );
  test('validates the EANs of an entry', { tags: ['CONT-PROD-05', 'CONT-PROD-06', 'CONT-PROD-08', 'CONT-PROD-09', 'A-94', 'C11'] }, () => {
    expect(readEans('96385074, 5901234123457;;,\n96385074 ,=1+1 abc').codes).toEqual(['96385074', '5901234123457']);
    expect(SentContent.parse({ ...least('promoCode'), productEANs: ['001', ' 001 ', '2'] }).productEANs).toEqual(['001', '2']);
    expect(codes({ ...least('promoCode'), productEANs: ['1'.repeat(15)] })).toEqual({ 'productEANs.0': ['notEan'] });
  });
});

describe('publication and validity', { tags: ['A-75', 'A-76', 'STATE-01', 'STATE-02', 'STATE-03', 'C19'] }, () => {
  const window = { publicationStart: '2026-12-01T00:00:00.000Z', publicationEnd: '2026-12-08T00:00:00.000Z' };
  const at = (instant: string) => Date.parse(instant);
  test('both ends of the publication are inclusive, an unset end is open', () => {
    expect(
      ['2026-11-30T23:59:59.999Z', window.publicationStart, window.publicationEnd, '2026-12-08T00:00:00.001Z'].map((instant) =>
        isPublished(window, at(instant)),
      ),
    ).toEqual([false, true, true, false]);
    expect(isPublished({ publicationStart: null, publicationEnd: null }, 0)).toBe(true);
  });
  test('an item is valid while it is published and inside its validity', () => {
    const item = { ...window, validityStart: '2026-12-02T00:00:00.000Z', validityEnd: null };
    expect([window.publicationStart, '2026-12-02T00:00:00.000Z'].map((instant) => isValid(item, at(instant)))).toEqual([false, true]);
  });
});
