import { expect, test } from 'vitest';
import {
  AppContent,
  choicesOf,
  constantPart,
  contentFieldNames,
  contentFieldSpecs,
  fileFields,
  isChoiceField,
  pageTexts,
} from './index.ts';

const image = `cloudinary:${'a'.repeat(32)}.png`;
const takes = (field: (typeof contentFieldNames)[number], value: unknown): boolean =>
  contentFieldSpecs[field].rule.safeParse(value).success;

test('what phones get of an item, field by field', { tags: ['P14'] }, () => {
  expect(Object.keys(AppContent.shape).toSorted()).toEqual(
    [
      '_id',
      'contentType',
      'title',
      'tab',
      'navigationTab',
      'navigationType',
      'disabled',
      'url',
      'prevImage',
      'file',
      ...[1, 2, 3].map((level) => `progressBarEBonLvl${level}Image`),
      'description',
      'progressBarInfoText',
      'headerText',
      'infoText',
      'couponInstructionsText',
      'datesInfoText',
      'pinned',
      'hiddenOnStart',
      'signatureHidden',
      'clickable',
      'storeDependent',
      'promoThreshold',
      'discountValue',
      'discountValueType',
      'minBasketValue',
      'discountType',
      ...[1, 2, 3].flatMap((n) => [`regulation${n}Name`, `regulation${n}File`]),
      ...[1, 2].flatMap((n) => [`oneTimeCouponHeaderStep${n}`, `oneTimeCouponFooterStep${n}`]),
      'ean',
      'productEANs',
      'productGroup',
      'publicationStart',
      'publicationEnd',
      'validityStart',
      'validityEnd',
    ].toSorted(),
  );
});
test('a field whose rule takes references and nothing else is a field of files', { tags: ['C03'] }, () => {
  const byRule = contentFieldNames.filter((field) => takes(field, image) && !takes(field, 'words'));
  expect([...fileFields].toSorted()).toEqual(byRule.toSorted());
});
test('no reference leaves as it is stored', { tags: ['APP-07', 'P14'] }, () => {
  const filled = Object.fromEntries(
    contentFieldNames.map((field) => [field, takes(field, image) ? image : contentFieldSpecs[field].initial]),
  );
  const item = constantPart({ ...filled, _id: 'a1' } as Parameters<typeof constantPart>[0], {
    base: 'https://app.example',
    appScheme: 'endcap://',
  });
  for (const field of fileFields) expect([field, item[field]]).toEqual([field, `https://app.example/images/${'a'.repeat(32)}.png`]);
});
test.each(contentFieldNames.filter(isChoiceField))('%s takes what the table lists, and nothing else', { tags: ['C01'] }, (field) => {
  for (const one of choicesOf(field)) expect(takes(field, one)).toBe(true);
  expect(takes(field, 'elsewhere')).toBe(false);
});
test('the texts of an opened item, in the order of the app', () => {
  expect(pageTexts).toEqual(['headerText', 'description', 'infoText', 'couponInstructionsText', 'progressBarInfoText', 'datesInfoText']);
});
