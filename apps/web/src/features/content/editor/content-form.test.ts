import { describe, expect, test } from 'vitest';
import { type Content, hundredths } from '@endcap/contract/content';
import { instantOfWallClock } from '@endcap/contract/warsaw-time';
import {
  addTypedEans,
  aimedOf,
  blankContent,
  contentFormSchema,
  droppedFields,
  emptyContentForm,
  toContentForm,
  unsaved,
  withConsequences,
} from './content-form.ts';
import { textsOf } from './card-values.ts';

const ContentFormSchema = contentFormSchema('endcap://');
const form = (facts = {}) => ({ ...emptyContentForm(), ...facts });

describe(
  'a new validity start',
  { tags: ['CONT-PUB-10', 'CONT-PUB-11', 'CONT-PUB-12', 'CONT-PUB-13', 'CONT-PUB-17', 'STATE-12', 'CONST-07'] },
  () => {
    const start = '2026-10-22T06:00:00.000Z';
    test('fills both empty ends with the end of the seventh calendar day', () => {
      expect(withConsequences(form(), { validityStart: start })).toEqual({
        validityStart: start,
        validityEnd: '2026-10-29T22:59:00.000Z',
        publicationEnd: '2026-10-29T22:59:00.000Z',
      });
    });
    test('fills 23:59 of the last day at any hour of the start, also across clock changes', { tags: ['E-62'] }, () => {
      for (const [begins, ends] of [
        ['2026-12-14T00:00', '2026-12-20T23:59'],
        ['2026-12-14T06:00', '2026-12-21T23:59'],
        ['2026-10-19T00:00', '2026-10-25T23:59'],
        ['2026-10-24T00:00', '2026-10-30T23:59'],
        ['2026-03-23T00:00', '2026-03-29T23:59'],
        ['2026-12-28T00:00', '2027-01-03T23:59'],
      ] as const)
        expect(withConsequences(form(), { validityStart: instantOfWallClock(begins) ?? '' }).validityEnd, begins).toBe(
          instantOfWallClock(ends),
        );
    });
    test('keeps ends that are set, and fills nothing when it is cleared or unchanged', () => {
      expect(withConsequences(form({ validityEnd: 'x', publicationEnd: 'y' }), { validityStart: start })).toEqual({ validityStart: start });
      expect(withConsequences(form({ validityStart: start }), { validityStart: '' })).toEqual({ validityStart: '' });
      expect(withConsequences(form({ validityStart: start }), { validityStart: start })).toEqual({ validityStart: start });
    });
  },
);
describe('an end that was filled from the start', { tags: ['E-83', 'CONT-PUB-12'] }, () => {
  const [start, corrected] = ['2026-10-22T06:00:00.000Z', '2026-10-24T08:30:00.000Z'];
  const { validityStart: _, ...filled } = withConsequences(form(), { validityStart: start });
  const before = form({ validityStart: start, ...filled });
  test('follows several corrections of the start while no person has changed it', () => {
    const first = withConsequences(before, { validityStart: corrected }, filled);
    expect(first).toEqual({
      validityStart: corrected,
      validityEnd: '2026-10-31T22:59:00.000Z',
      publicationEnd: '2026-10-31T22:59:00.000Z',
    });
    const { validityStart: __, ...again } = first;
    expect(withConsequences({ ...before, ...first }, { validityStart: start }, again)).toEqual({ validityStart: start, ...filled });
  });
  test('stays once a person has set it, and the publication end follows it', { tags: ['E-65'] }, () => {
    const { validityEnd: mine = '', ...others } = filled;
    for (const end of [mine, '2026-11-30T22:59:00.000Z'])
      expect(withConsequences({ ...before, validityEnd: end }, { validityStart: corrected }, others)).toEqual({
        validityStart: corrected,
        publicationEnd: end,
      });
  });
  test('stays once it is stored', () => {
    const stored = { validityEnd: filled.validityEnd, publicationEnd: null };
    expect(unsaved(filled, stored)).toEqual({ publicationEnd: filled.publicationEnd });
    expect(unsaved(filled, null)).toEqual(filled);
    expect(withConsequences(before, { validityStart: corrected }, unsaved(filled, { ...stored, ...filled }))).toEqual({
      validityStart: corrected,
    });
  });
});
describe('a publication end that the form filled in', { tags: ['E-65'] }, () => {
  const start = '2026-11-27T23:00:00.000Z';
  const sunday = '2026-11-29T22:59:00.000Z';
  const { validityStart: _, ...filled } = withConsequences(form(), { validityStart: start });
  const before = form({ validityStart: start, ...filled });
  test('follows a corrected validity end, such as that of a weekend coupon', () => {
    expect(withConsequences(before, { validityEnd: sunday }, filled)).toEqual({ validityEnd: sunday, publicationEnd: sunday });
  });
  test('follows a validity end once it is typed completely, and its next correction', () => {
    const { validityEnd: __, ...others } = filled;
    const typed = { ...before, validityEnd: '29.11' };
    expect(withConsequences(before, { validityEnd: '29.11' }, filled)).toEqual({ validityEnd: '29.11' });
    const first = withConsequences(typed, { validityEnd: sunday }, others);
    expect(first).toEqual({ validityEnd: sunday, publicationEnd: sunday });
    const { validityEnd: ___, ...again } = first;
    const monday = '2026-11-30T22:59:00.000Z';
    expect(withConsequences({ ...typed, ...first }, { validityEnd: monday }, again)).toEqual({
      validityEnd: monday,
      publicationEnd: monday,
    });
  });
  test('stays if a person set it, if it was stored or is empty, and when the validity end is cleared', () => {
    const { publicationEnd: __, ...others } = filled;
    expect(withConsequences(before, { validityEnd: sunday }, others)).toEqual({ validityEnd: sunday });
    expect(withConsequences(before, { validityEnd: sunday })).toEqual({ validityEnd: sunday });
    expect(withConsequences(form(), { validityEnd: sunday })).toEqual({ validityEnd: sunday });
    expect(withConsequences(before, { validityEnd: '' }, filled)).toEqual({ validityEnd: '' });
  });
});

test('a banner starts on the first tab, a chosen tab stays', { tags: ['A-88'] }, () => {
  expect(withConsequences(form(), { contentType: 'banner' })).toEqual({ contentType: 'banner', tab: 'start' });
  expect(withConsequences(form({ tab: 'coupons' }), { contentType: 'banner' })).toEqual({ contentType: 'banner' });
});
test('the first store or group of a new item limits it to the chosen ones, unless the person set the type', { tags: ['D-41'] }, () => {
  const fresh = { includeStoreType: 'all' };
  const group = { includeStoreGroups: ['g'] };
  expect(withConsequences(form(), group, fresh)).toEqual({ ...group, includeStoreType: '' });
  expect(withConsequences(form(), { includeStores: ['s'] }, fresh)).toEqual({ includeStores: ['s'], includeStoreType: '' });
  expect(withConsequences(form(), group)).toEqual(group);
  expect(withConsequences(form({ includeStoreType: 'super' }), group, fresh)).toEqual(group);
  expect(withConsequences(form(), { excludeStoreGroups: ['g'] }, fresh)).toEqual({ excludeStoreGroups: ['g'] });
});
test('a new form has defaults, and the coupon type becomes a number', { tags: ['CONT-FORM-13', 'CONT-FORM-14', 'CONT-FORM-15'] }, () => {
  expect(emptyContentForm()).toMatchObject({
    contentType: 'leaflet',
    includeStoreType: 'all',
    version: '>= 3.2.0',
    pinned: false,
    segments: [],
  });
  const coupon = form({
    contentType: 'oneTimePromoCode',
    discountType: '2',
    discountValue: '12,5',
    discountValueType: 'cash',
    minBasketValue: '50',
    name: 'x',
    prevImage: `cloudinary:${'a'.repeat(32)}.png`,
    validityStart: '2026-10-22T06:00:00.000Z',
    validityEnd: '2026-10-23T06:00:00.000Z',
  });
  expect(ContentFormSchema.parse(coupon)).toMatchObject({ discountType: 2, discountValue: '12.50', minBasketValue: 50 });
});

test('a discount has the decimal sign of the language, and is saved the same', { tags: ['ux-25', 'A-92'] }, () => {
  const item = { ...blankContent, discountValue: '12.50' } as unknown as Content;
  expect(toContentForm(item, 'en').discountValue).toBe('12.50');
  expect(toContentForm(item, 'pl').discountValue).toBe('12,50');
  expect(hundredths('12,50')).toBe(hundredths('12.50'));
});

test('the audience of the form ignores fields of another type, which are not saved', { tags: ['A-77'] }, () => {
  const typed = form({ contentType: 'banner', segments: ['Rodzina'], includeStores: ['a'], includeStoreType: '', version: '1.x' });
  expect(aimedOf(typed)).toEqual({
    includeStoreType: '',
    includeStores: ['a'],
    excludeStores: [],
    includeStoreGroups: [],
    excludeStoreGroups: [],
    segments: ['Rodzina'],
    version: '1.x',
    disabled: false,
    publicationStart: null,
    publicationEnd: null,
  });
  expect(aimedOf({ ...typed, contentType: 'leaflet' }).segments).toEqual([]);
});
test('lists the fields that saving will empty after a change of type', { tags: ['ux-12'] }, () => {
  const coupon = form({ contentType: 'oneTimePromoCode', discountValue: '5', segments: ['Rodzina'] });
  expect(droppedFields(coupon)).toEqual([]);
  expect(droppedFields({ ...coupon, contentType: 'leaflet' })).toEqual(['segments', 'discountValue']);
});

test('a start that is typed letter by letter moves the ends that were filled in automatically, and no others', { tags: ['D-43'] }, () => {
  const form = { ...emptyContentForm(), validityEnd: '2030-01-01T00:00:00.000Z' };
  const first = withConsequences(form, { validityStart: '2026-12-14T23:00:00.000Z' });
  expect(first).toMatchObject({ publicationEnd: '2030-01-01T00:00:00.000Z' });
  expect(first).not.toHaveProperty('validityEnd');
  const nonsense = { ...form, ...first, validityStart: '15.12.2026 1' };
  expect(withConsequences({ ...form, ...first }, { validityStart: '15.12.2026 1' }, first)).toEqual({ validityStart: '15.12.2026 1' });
  const alone = { ...emptyContentForm(), ...withConsequences(emptyContentForm(), { validityStart: '2026-12-14T23:00:00.000Z' }) };
  const { validityStart: _, ...ends } = alone;
  expect(withConsequences({ ...alone, validityStart: '15.12.2026 1' }, { validityStart: '2026-12-15T17:30:00.000Z' }, ends)).toMatchObject({
    publicationEnd: '2026-12-22T22:59:00.000Z',
    validityEnd: '2026-12-22T22:59:00.000Z',
  });
  expect(aimedOf({ ...nonsense, publicationStart: 'pojutrze' }).publicationStart).toBeNull();
});

test('saves EANs that were typed but not added, or reports them as a problem', { tags: ['D-44', 'E-20'] }, () => {
  const typed = form({ contentType: 'promoCode', productEANs: ['111'] });
  const saved = (text: string) => addTypedEans({ ...typed, typedEans: text });
  expect(saved('96385074, 111; 590 1234 123457')).toEqual({
    form: { ...typed, productEANs: ['111', '96385074', '5901234123457'], typedEans: '' },
    problems: {},
  });
  for (const [text, problem] of [
    ['96385074 mleko', 'notEan'],
    ['96385074, 222', 'doubtfulEan'],
    ['5901234123458', 'doubtfulEan'],
    ['5,90123E+12, 222', 'shortenedNumber'],
  ] as const)
    expect(saved(text), text).toEqual({ form: { ...typed, typedEans: text }, problems: { typedEans: [problem] } });
  // A type without EANs drops them like every foreign field.
  expect(addTypedEans({ ...typed, typedEans: '222 mleko', contentType: 'banner' })).toMatchObject({
    form: { typedEans: '' },
    problems: {},
  });
});

test('accepts only web addresses and app links as the target of an item', { tags: ['D-13'] }, () => {
  const problems = (url: string): string[] =>
    ContentFormSchema.safeParse({
      ...form({ contentType: 'navigation', name: 'x', prevImage: `cloudinary:${'a'.repeat(32)}.png` }),
      url,
    }).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
  for (const url of ['', 'https://sklep.pl', 'endcap://abc#2']) expect(problems(url)).toEqual([]);
  for (const url of ['javascript:alert(1)', '//sklep.pl', 'sklep.pl', 'endcap://a/b']) expect(problems(url)).toEqual(['url notTarget']);
});

test('the type of the form has the fields and value types of the table', () => {
  const typed = form();
  // @ts-expect-error misspelt
  expect(typed.tilte).toBeUndefined();
  // @ts-expect-error a derived field is not in the form
  expect(typed.promoThreshold).toBeUndefined();
  // @ts-expect-error a flag is no text
  expect((): string => typed.pinned.trim()).toThrow(TypeError);
  // @ts-expect-error a list is no text
  expect((): string => typed.segments.trim()).toThrow(TypeError);
  expect(typed.title.trim()).toBe('');
});
test('the preview shows no text of a field that the chosen type does not have', { tags: ['D-47', 'A-96'] }, () => {
  const texts = { description: 'Opis', progressBarInfoText: 'Postęp', couponInstructionsText: 'Instrukcja', infoText: 'Informacja' };
  const shown = (contentType: string) => textsOf(form({ ...texts, contentType }), 'page').map(({ source }) => source);
  expect(shown('progressBar')).toEqual(['Opis', 'Informacja', 'Postęp']);
  expect(shown('leaflet')).toEqual(['Opis', 'Informacja']);
});
