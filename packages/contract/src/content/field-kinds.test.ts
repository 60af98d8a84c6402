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

test('phones receive exactly the listed fields of an item', { tags: ['P14'] }, () => {
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
test('fields whose rule accepts only references are file fields', { tags: ['C03'] }, () => {
  const byRule = contentFieldNames.filter((field) => takes(field, image) && !takes(field, 'words'));
  expect([...fileFields].toSorted()).toEqual(byRule.toSorted());
});
test('returns references as URLs, never as they are stored', { tags: ['APP-07', 'P14'] }, () => {
  const filled = Object.fromEntries(
    contentFieldNames.map((field) => [field, takes(field, image) ? image : contentFieldSpecs[field].initial]),
  );
  const item = constantPart({ ...filled, _id: 'a1' } as Parameters<typeof constantPart>[0], {
    base: 'https://app.example',
    appScheme: 'endcap://',
  });
  for (const field of fileFields) expect([field, item[field]]).toEqual([field, `https://app.example/images/${'a'.repeat(32)}.png`]);
});
test.each(contentFieldNames.filter(isChoiceField))('%s accepts only the choices in the table', { tags: ['C01'] }, (field) => {
  for (const one of choicesOf(field)) expect(takes(field, one)).toBe(true);
  expect(takes(field, 'elsewhere')).toBe(false);
});
test('the texts of an opened item, in the order of the app', () => {
  expect(pageTexts).toEqual(['headerText', 'description', 'infoText', 'couponInstructionsText', 'progressBarInfoText', 'datesInfoText']);
});
