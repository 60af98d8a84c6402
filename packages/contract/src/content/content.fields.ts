import { z } from 'zod';
import { DEFAULT_VERSION, VersionExpression } from '../app-version/index.ts';
import { DEFAULT_INCLUDE_STORE_TYPE, includeStoreTypes } from '../audience/index.ts';
import { type Field, Id, Ids, optionalLine, requiredLine } from '../core/index.ts';
import { FileReference, ImageReference, optionalReference } from '../files/index.ts';
import { markdownText } from '../markdown/index.ts';
import { amountText, hundredths, MIN_BASKET_LIMITS } from './amount.ts';
import {
  type ContentType,
  contentTypes,
  DEFAULT_CONTENT_TYPE,
  discountTypes,
  discountValueTypes,
  navigationTypes,
  type Panel,
  tabs,
} from './content-types.ts';
import { isEan } from './product-eans.ts';

/** How the editor shows a field. */
export type ContentInput =
  | 'line'
  | 'markdown'
  | 'flag'
  | 'choice'
  | 'image'
  | 'file'
  | 'instant'
  | 'version'
  | 'eans'
  | 'segments'
  | 'threshold'
  | 'stores'
  | 'groups'
  | 'derived';

export type ContentFieldSpec = Field & {
  initial: unknown;
  panel: Panel;
  input: ContentInput;
  /** The types that have the field; all when it is not said. Others store it empty. */
  types?: readonly ContentType[];
  /** The types for which it must be filled. */
  required?: readonly ContentType[];
};

const promoCodes = ['promoCode', 'oneTimePromoCode', 'premiumPromoCode'] as const;
const allBut = (...left: ContentType[]): ContentType[] => contentTypes.filter((type) => !left.includes(type));

const nullable = z.string().nullable();

const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.union([z.literal('').transform(() => null), z.null(), z.enum(values)], 'unknown');

const imageReference = optionalReference(ImageReference, 'notImage');
const fileReference = optionalReference(FileReference, 'notFile');

/** an instant, kept to the minute. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const instant = z
  .union([z.string(), z.null()], 'notDate')
  .transform((text) => text || null)
  .refine((text) => text === null || (INSTANT.test(text) && !Number.isNaN(Date.parse(text))), 'notDate')
  .transform((text) => (text === null ? null : new Date(Math.floor(Date.parse(text) / 60_000) * 60_000).toISOString()));

/** text with two decimals. The limits depend on the kind of discount and are checked with it. */
const discountValue = z
  .union([z.string(), z.number(), z.null()], 'notNumber')
  .transform((value) => (value === null || value === '' ? null : String(value)))
  .refine((text) => text === null || hundredths(text) !== null, 'notNumber')
  .transform((text) => (text === null ? null : amountText(hundredths(text) ?? 0)));

const wholeNumber = z
  .union([z.string().trim(), z.number(), z.null()], 'notInteger')
  .transform((value) => (value === null || value === '' ? null : value))
  .refine((value) => value === null || /^\d{1,9}$/.test(String(value)), 'notInteger')
  .transform((value) => (value === null ? null : Number(value)))
  .refine((value) => value === null || (value >= MIN_BASKET_LIMITS[0] && value <= MIN_BASKET_LIMITS[1]), 'outOfRange');

const texts = (max: number) =>
  z
    .array(requiredLine(100), 'invalid')
    .max(max, 'tooMany')
    .transform((list) => [...new Set(list)]);

const flag = { rule: z.boolean('invalid'), answer: z.boolean(), initial: false, input: 'flag' as const };
const line = (max: number) => ({ rule: optionalLine(max), answer: nullable, initial: null, input: 'line' as const });
const text = { rule: markdownText, answer: nullable, initial: null, input: 'markdown' as const };
const image = { rule: imageReference, answer: nullable, initial: null, input: 'image' as const };
const file = { rule: fileReference, answer: nullable, initial: null, input: 'file' as const };
const date = { rule: instant, answer: nullable, initial: null, input: 'instant' as const };
const list = { rule: Ids, answer: z.array(Id), initial: [] as string[] };

/**
 * Part 3 of the acceptance document, once: every field of content with its rule, its panel, the types that have it and the types
 * that require it. Form, API, table columns and tests read it.
 */
export const contentFields = {
  contentType: {
    rule: z.enum(contentTypes, 'unknown'),
    answer: z.enum(contentTypes),
    initial: DEFAULT_CONTENT_TYPE,
    panel: 'main',
    input: 'choice',
  },
  name: { ...line(200), panel: 'main', required: contentTypes },
  title: { ...line(200), panel: 'main' },
  navigationTab: {
    rule: choice(tabs),
    answer: z.enum(tabs).nullable(),
    initial: null,
    panel: 'main',
    input: 'choice',
    types: ['navigation'],
  },
  navigationType: {
    rule: choice(navigationTypes),
    answer: z.enum(navigationTypes).nullable(),
    initial: null,
    panel: 'main',
    input: 'choice',
    types: ['navigation'],
  },
  disabled: { ...flag, panel: 'main' },
  url: { ...line(2_000), panel: 'main' },
  tab: { rule: choice(tabs), answer: z.enum(tabs).nullable(), initial: null, panel: 'main', input: 'choice', types: ['banner'] },
  prevImage: { ...image, panel: 'main', required: contentTypes },
  file: { ...file, panel: 'main' },
  progressBarEBonLvl1Image: { ...image, panel: 'main', types: ['progressBar'] },
  progressBarEBonLvl2Image: { ...image, panel: 'main', types: ['progressBar'] },
  progressBarEBonLvl3Image: { ...image, panel: 'main', types: ['progressBar'] },
  description: { ...text, panel: 'descriptions' },
  progressBarInfoText: { ...text, panel: 'descriptions', types: ['progressBar'] },
  headerText: { ...text, panel: 'descriptions' },
  infoText: { ...text, panel: 'descriptions' },
  couponInstructionsText: { ...text, panel: 'descriptions', types: [...promoCodes, 'interKupon'] },
  pinned: { ...flag, panel: 'visibility' },
  hiddenOnStart: { ...flag, panel: 'visibility' },
  signatureHidden: { ...flag, panel: 'visibility' },
  clickableWhenFuture: { ...flag, panel: 'visibility', types: allBut(...promoCodes) },
  version: {
    rule: z.preprocess((text) => text ?? '', VersionExpression),
    answer: z.string(),
    initial: DEFAULT_VERSION,
    panel: 'visibility',
    input: 'version',
  },
  segments: {
    rule: texts(500),
    answer: z.array(z.string()),
    initial: [] as string[],
    panel: 'segments',
    input: 'segments',
    types: [...promoCodes, 'banner'],
  },
  promoThresholdId: { ...line(40), panel: 'threshold', input: 'threshold', types: ['interKupon'] },
  promoThreshold: {
    rule: z.number().nullable(),
    answer: z.number().nullable(),
    initial: null,
    panel: 'threshold',
    input: 'derived',
    types: ['interKupon'],
  },
  discountValue: {
    rule: discountValue,
    answer: nullable,
    initial: null,
    panel: 'discount',
    input: 'line',
    types: ['oneTimePromoCode'],
    required: ['oneTimePromoCode'],
  },
  discountValueType: {
    rule: choice(discountValueTypes),
    answer: z.enum(discountValueTypes).nullable(),
    initial: null,
    panel: 'discount',
    input: 'choice',
    types: ['oneTimePromoCode'],
    required: ['oneTimePromoCode'],
  },
  minBasketValue: {
    rule: wholeNumber,
    answer: z.number().nullable(),
    initial: null,
    panel: 'discount',
    input: 'line',
    types: ['oneTimePromoCode'],
    required: ['oneTimePromoCode'],
  },
  discountType: {
    rule: z.union([z.literal('').transform(() => null), z.null(), z.literal(discountTypes)], 'unknown'),
    answer: z.literal(discountTypes).nullable(),
    initial: null,
    panel: 'discount',
    input: 'choice',
    types: ['oneTimePromoCode'],
    required: ['oneTimePromoCode'],
  },
  regulation1Name: { ...line(200), panel: 'regulations' },
  regulation1File: { ...file, panel: 'regulations' },
  regulation2Name: { ...line(200), panel: 'regulations' },
  regulation2File: { ...file, panel: 'regulations' },
  regulation3Name: { ...line(200), panel: 'regulations', types: ['oneTimePromoCode'] },
  regulation3File: { ...file, panel: 'regulations', types: ['oneTimePromoCode'] },
  oneTimeCouponHeaderStep1: { ...text, panel: 'texts', types: ['oneTimePromoCode'] },
  oneTimeCouponFooterStep1: { ...text, panel: 'texts', types: ['oneTimePromoCode'] },
  oneTimeCouponHeaderStep2: { ...text, panel: 'texts', types: ['oneTimePromoCode'] },
  oneTimeCouponFooterStep2: { ...text, panel: 'texts', types: ['oneTimePromoCode'] },
  datesInfoText: { ...text, panel: 'texts', required: ['progressBar'] },
  ean: { ...line(100), panel: 'products', types: ['promoCode', 'premiumPromoCode'] },
  productEANs: {
    rule: z
      .array(z.string().trim().refine(isEan, 'notEan'), 'invalid')
      .max(1_000, 'tooMany')
      .transform((eans) => [...new Set(eans)]),
    answer: z.array(z.string()),
    initial: [] as string[],
    panel: 'products',
    input: 'eans',
    types: ['promoCode', 'premiumPromoCode'],
  },
  productGroup: { ...line(200), panel: 'products', types: ['promoCode', 'premiumPromoCode'] },
  includeStoreType: {
    rule: z
      .enum(includeStoreTypes, 'unknown')
      .nullable()
      .transform((type) => type ?? ''),
    answer: z.enum(includeStoreTypes),
    initial: DEFAULT_INCLUDE_STORE_TYPE,
    panel: 'publishing',
    input: 'choice',
  },
  publicationStart: { ...date, panel: 'publishing' },
  publicationEnd: { ...date, panel: 'publishing' },
  validityStart: { ...date, panel: 'publishing', required: allBut('navigation') },
  validityEnd: { ...date, panel: 'publishing', required: allBut('navigation') },
  includeStores: { ...list, panel: 'publishing', input: 'stores' },
  excludeStores: { ...list, panel: 'publishing', input: 'stores' },
  includeStoreGroups: { ...list, panel: 'publishing', input: 'groups' },
  excludeStoreGroups: { ...list, panel: 'publishing', input: 'groups' },
} as const satisfies Record<string, ContentFieldSpec>;

export type ContentField = keyof typeof contentFields;
export const contentFieldNames = Object.keys(contentFields) as ContentField[];
/** The table with its common type, for those who go through it. */
export const contentFieldSpecs: Readonly<Record<ContentField, ContentFieldSpec>> = contentFields;

/** Whether a type has a field; fields it has not are hidden and stored empty. */
export const hasField = (type: ContentType, field: ContentField): boolean => contentFieldSpecs[field].types?.includes(type) ?? true;
export const requiresField = (type: ContentType, field: ContentField): boolean =>
  contentFieldSpecs[field].required?.includes(type) ?? false;
/** The panels of a type, in order: those with at least one of its fields. */
export const panelsOf = (type: ContentType): Panel[] => [
  ...new Set(contentFieldNames.filter((field) => hasField(type, field)).map((field) => contentFieldSpecs[field].panel)),
];
