import { keysOf } from '../core/index.ts';
import { type ContentField, contentFieldNames, contentFields, contentFieldSpecs, type ContentFieldSpec } from './content.fields.ts';

type Specs = typeof contentFields;
type FieldsWith<Part> = { [F in ContentField]: Specs[F] extends Part ? F : never }[ContentField];

/** Field names by kind, derived from the field table, so that they include new fields. */
export type FileField = FieldsWith<{ input: 'image' | 'file' }>;
export type ChoiceField = FieldsWith<{ input: 'choice' }>;
export type PhoneField = FieldsWith<{ toPhones: true }>;
export type PhoneText = FieldsWith<{ input: 'markdown'; toPhones: true }>;
export type PhonePicture = FieldsWith<{ input: 'image'; toPhones: true }>;
export type PhoneChoice = FieldsWith<{ input: 'choice'; toPhones: true }>;
export type ChoiceOf<F extends ChoiceField> = Specs[F]['choices'][number];

const isOfFile = ({ input }: ContentFieldSpec): boolean => input === 'image' || input === 'file';

export const isChoiceField = (field: ContentField): field is ChoiceField => contentFieldSpecs[field].input === 'choice';
const isFileField = (field: ContentField): field is FileField => isOfFile(contentFieldSpecs[field]);
const isPhoneField = (field: ContentField): field is PhoneField => contentFieldSpecs[field].toPhones;

export const fileFields = contentFieldNames.filter(isFileField);
export const phoneFields = contentFieldNames.filter(isPhoneField);
export const phonePictures = phoneFields.filter((field): field is PhonePicture => contentFieldSpecs[field].input === 'image');
export const choicesOf = (field: ChoiceField): readonly (string | number)[] => contentFields[field].choices;
/** Returns whether a choice is optional for every type. */
export const isOptionalChoice = (field: ChoiceField): boolean => {
  const { initial, required = [] } = contentFieldSpecs[field];
  return initial === null && required.length === 0;
};

/** Place of each text in apps: on the opened item, in this order, or with a step of the one-time coupon. */
const placesOfTexts: Record<PhoneText, 'page' | 'step'> = {
  headerText: 'page',
  description: 'page',
  infoText: 'page',
  couponInstructionsText: 'page',
  progressBarInfoText: 'page',
  datesInfoText: 'page',
  oneTimeCouponHeaderStep1: 'step',
  oneTimeCouponFooterStep1: 'step',
  oneTimeCouponHeaderStep2: 'step',
  oneTimeCouponFooterStep2: 'step',
};
export const pageTexts = keysOf(placesOfTexts).filter((field) => placesOfTexts[field] === 'page');
