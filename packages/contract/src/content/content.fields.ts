import { z } from 'zod';
import { DEFAULT_VERSION, VersionExpression } from '../app-version/index.ts';
import { DEFAULT_INCLUDE_STORE_TYPE, includeStoreTypes } from '../audience/index.ts';
import { atMost, keysOf, code, type Field, Id, Ids, optionalLine, singleLine, spacedLine, withoutInvisible } from '../core/index.ts';
import { FileReference, ImageReference, optionalReference } from '../files/index.ts';
import { markdownText } from '../markdown/index.ts';
import { dayOrInstant } from '../warsaw-time/index.ts';
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
import { isShortened, readEan, readPromoCode } from './product-eans.ts';

/** Form control of a field in the editor. */
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
  /** True if apps receive the field, with files as URLs. Editorial fields stay in the back office (P14). */
  toPhones: boolean;
  /** The types that have the field; by default all. Others store it empty. */
  types?: readonly ContentType[];
  /** The types for which it must be filled. */
  required?: readonly ContentType[];
} & ({ input: Exclude<ContentInput, 'choice'> } | { input: 'choice'; choices: readonly (string | number)[] });

const promoCodes = ['promoCode', 'oneTimePromoCode', 'premiumPromoCode'] as const;
const allBut = (...left: ContentType[]): ContentType[] => contentTypes.filter((type) => !left.includes(type));

const nullable = z.string().nullable();

const imageReference = optionalReference(ImageReference, 'notImage');
const fileReference = optionalReference(FileReference, 'notFile');

/** text with two decimals. The limits depend on the kind of discount and are checked with it. */
const discountValue = z
  .union([z.string().overwrite(withoutInvisible), z.number(), z.null()], code('notNumber'))
  .transform((value) => (value === null || value === '' ? null : String(value)))
  .refine((text) => text === null || hundredths(text) !== null, code('notNumber'))
  .transform((text) => (text === null ? null : amountText(hundredths(text) ?? 0)));

const wholeNumber = z
  .union([z.string().overwrite(withoutInvisible).trim(), z.number(), z.null()], code('basketRange'))
  .transform((value) => (value === null || value === '' ? null : value))
  .refine((value) => value === null || /^\d{1,9}$/.test(String(value)), code('basketRange'))
  .transform((value) => (value === null ? null : Number(value)))
  .refine((value) => value === null || (value >= MIN_BASKET_LIMITS[0] && value <= MIN_BASKET_LIMITS[1]), code('basketRange'));

const texts = (max: number) =>
  z
    .array(atMost(singleLine, 100), code('invalid'))
    .max(max, code('tooMany'))
    .transform((list) => [...new Set(list.filter(Boolean))]);

const promoCodeLine = spacedLine.refine((text) => !isShortened(text), code('shortenedNumber')).overwrite(readPromoCode);

const noNames = (): string[] => [];
const choice = <const T extends readonly [string, ...string[]]>(choices: T) => ({
  rule: z.union([z.literal('').transform(() => null), z.null(), z.enum(choices)], code('unknown')),
  answer: z.enum(choices).nullable(),
  initial: null,
  input: 'choice' as const,
  choices,
});
const flag = { rule: z.boolean(code('invalid')), answer: z.boolean(), initial: false, input: 'flag' as const };
const line = (maxLength: number, of = spacedLine) => ({
  rule: optionalLine(maxLength, of),
  answer: nullable,
  initial: null,
  input: 'line' as const,
});
const text = { rule: markdownText, answer: nullable, initial: null, input: 'markdown' as const };
const image = { rule: imageReference, answer: nullable, initial: null, input: 'image' as const };
const file = { rule: fileReference, answer: nullable, initial: null, input: 'file' as const };
const date = { rule: dayOrInstant, answer: nullable, initial: null, input: 'instant' as const };
const list = { rule: Ids, answer: z.array(Id), initial: noNames() };

/**
 * Every field of content, declared once, with its rule, its panel, the types that have it and the types
 * that require it. Form, API, table columns and tests read it.
 */
export const contentFields = {
  contentType: {
    rule: z.enum(contentTypes, { error: ({ input }) => (input === undefined ? 'required' : 'unknown') }),
    answer: z.enum(contentTypes),
    initial: DEFAULT_CONTENT_TYPE,
    panel: 'main',
    toPhones: true,
    input: 'choice',
    choices: contentTypes,
  },
  name: { ...line(200), panel: 'main', toPhones: false, required: contentTypes },
  title: { ...line(200), panel: 'main', toPhones: true },
  navigationTab: { ...choice(tabs), panel: 'main', toPhones: true, types: ['navigation'] },
  navigationType: { ...choice(navigationTypes), panel: 'main', toPhones: true, types: ['navigation'] },
  disabled: { ...flag, panel: 'main', toPhones: true },
  url: { ...line(2_000), panel: 'main', toPhones: true },
  tab: { ...choice(tabs), panel: 'main', toPhones: true, types: ['banner'] },
  prevImage: { ...image, panel: 'main', toPhones: true, required: contentTypes },
  file: { ...file, panel: 'main', toPhones: true },
  progressBarEBonLvl1Image: { ...image, panel: 'main', toPhones: true, types: ['progressBar'] },
  progressBarEBonLvl2Image: { ...image, panel: 'main', toPhones: true, types: ['progressBar'] },
  progressBarEBonLvl3Image: { ...image, panel: 'main', toPhones: true, types: ['progressBar'] },
  description: { ...text, panel: 'descriptions', toPhones: true },
  progressBarInfoText: { ...text, panel: 'descriptions', toPhones: true, types: ['progressBar'] },
  headerText: { ...text, panel: 'descriptions', toPhones: true },
  infoText: { ...text, panel: 'descriptions', toPhones: true },
  couponInstructionsText: { ...text, panel: 'descriptions', toPhones: true, types: [...promoCodes, 'interKupon'] },
  pinned: { ...flag, panel: 'visibility', toPhones: true },
  hiddenOnStart: { ...flag, panel: 'visibility', toPhones: true },
  signatureHidden: { ...flag, panel: 'visibility', toPhones: true },
  clickableWhenFuture: { ...flag, panel: 'visibility', toPhones: false, types: allBut(...promoCodes) },
  version: {
    rule: z.preprocess((text) => text ?? '', VersionExpression),
    answer: z.string(),
    initial: DEFAULT_VERSION,
    panel: 'visibility',
    toPhones: false,
    input: 'version',
  },
  segments: {
    rule: texts(500),
    answer: z.array(z.string()),
    initial: noNames(),
    panel: 'segments',
    toPhones: false,
    input: 'segments',
    types: [...promoCodes, 'banner'],
  },
  promoThresholdId: { ...line(40), panel: 'threshold', toPhones: false, input: 'threshold', types: ['interKupon'] },
  promoThreshold: {
    rule: z.number().nullable(),
    answer: z.number().nullable(),
    initial: null,
    panel: 'threshold',
    toPhones: true,
    input: 'derived',
    types: ['interKupon'],
  },
  discountValue: {
    rule: discountValue,
    answer: nullable,
    initial: null,
    panel: 'discount',
    toPhones: true,
    input: 'line',
    types: ['oneTimePromoCode'],
    required: ['oneTimePromoCode'],
  },
  discountValueType: {
    ...choice(discountValueTypes),
    panel: 'discount',
    toPhones: true,
    types: ['oneTimePromoCode'],
    required: ['oneTimePromoCode'],
  },
  minBasketValue: {
    rule: wholeNumber,
    answer: z.number().nullable(),
    initial: null,
    panel: 'discount',
    toPhones: true,
    input: 'line',
    types: ['oneTimePromoCode'],
    required: ['oneTimePromoCode'],
  },
  discountType: {
    rule: z.union([z.literal('').transform(() => null), z.null(), z.literal(discountTypes)], code('unknown')),
    answer: z.literal(discountTypes).nullable(),
    initial: null,
    panel: 'discount',
    toPhones: true,
    input: 'choice',
    choices: discountTypes,
    types: ['oneTimePromoCode'],
    required: ['oneTimePromoCode'],
  },
  regulation1Name: { ...line(200), panel: 'regulations', toPhones: true },
  regulation1File: { ...file, panel: 'regulations', toPhones: true },
  regulation2Name: { ...line(200), panel: 'regulations', toPhones: true },
  regulation2File: { ...file, panel: 'regulations', toPhones: true },
  regulation3Name: { ...line(200), panel: 'regulations', toPhones: true, types: ['oneTimePromoCode'] },
  regulation3File: { ...file, panel: 'regulations', toPhones: true, types: ['oneTimePromoCode'] },
  oneTimeCouponHeaderStep1: { ...text, panel: 'texts', toPhones: true, types: ['oneTimePromoCode'] },
  oneTimeCouponFooterStep1: { ...text, panel: 'texts', toPhones: true, types: ['oneTimePromoCode'] },
  oneTimeCouponHeaderStep2: { ...text, panel: 'texts', toPhones: true, types: ['oneTimePromoCode'] },
  oneTimeCouponFooterStep2: { ...text, panel: 'texts', toPhones: true, types: ['oneTimePromoCode'] },
  datesInfoText: { ...text, panel: 'texts', toPhones: true, required: ['progressBar'] },
  ean: { ...line(100, promoCodeLine), panel: 'products', toPhones: true, types: ['promoCode', 'premiumPromoCode'] },
  productEANs: {
    rule: z
      .array(
        z.string(code('notEan')).transform((text, { addIssue }) => {
          const ean = readEan(text);
          if ('code' in ean) return ean.code;
          addIssue({ code: 'custom', message: code(ean.problem) });
          return z.NEVER;
        }),
        code('invalid'),
      )
      .max(1_000, code('tooMany'))
      .transform((eans) => [...new Set(eans.filter(Boolean))])
      .describe(
        'One code each: 1 to 14 digits, taken as they are, or a valid EAN, UPC-A or GTIN-14 as it is printed, with blanks or dashes.',
      ),
    answer: z.array(z.string()),
    initial: noNames(),
    panel: 'products',
    toPhones: true,
    input: 'eans',
    types: ['promoCode', 'premiumPromoCode'],
  },
  productGroup: { ...line(200), panel: 'products', toPhones: true, types: ['promoCode', 'premiumPromoCode'] },
  includeStoreType: {
    rule: z
      .enum(includeStoreTypes, code('unknown'))
      .nullable()
      .transform((type) => type ?? ''),
    answer: z.enum(includeStoreTypes),
    initial: DEFAULT_INCLUDE_STORE_TYPE,
    panel: 'publishing',
    toPhones: false,
    input: 'choice',
    choices: includeStoreTypes,
  },
  publicationStart: { ...date, panel: 'publishing', toPhones: true },
  publicationEnd: { ...date, panel: 'publishing', toPhones: true },
  validityStart: { ...date, panel: 'publishing', toPhones: true, required: allBut('navigation') },
  validityEnd: { ...date, panel: 'publishing', toPhones: true, required: allBut('navigation') },
  includeStores: { ...list, panel: 'publishing', toPhones: false, input: 'stores' },
  excludeStores: { ...list, panel: 'publishing', toPhones: false, input: 'stores' },
  includeStoreGroups: { ...list, panel: 'publishing', toPhones: false, input: 'groups' },
  excludeStoreGroups: { ...list, panel: 'publishing', toPhones: false, input: 'groups' },
} as const satisfies Record<string, ContentFieldSpec>;

export type ContentField = keyof typeof contentFields;
export const contentFieldNames = keysOf(contentFields);
/**
 * The table with its common type, for iteration.
 * @alias
 */
export const contentFieldSpecs: Readonly<Record<ContentField, ContentFieldSpec>> = contentFields;

/** Returns whether a type has a field. Other fields are hidden and stored empty. */
export const hasField = (type: ContentType, field: ContentField): boolean => contentFieldSpecs[field].types?.includes(type) ?? true;
export const requiresField = (type: ContentType, field: ContentField): boolean =>
  contentFieldSpecs[field].required?.includes(type) ?? false;
/** The panels of a type, in order: those with at least one of its fields. */
export const panelsOf = (type: ContentType): Panel[] => [
  ...new Set(contentFieldNames.filter((field) => hasField(type, field)).map((field) => contentFieldSpecs[field].panel)),
];
