import { type Aimed, includeStoreTypes, namesCovered } from '@endcap/contract/audience';
import {
  choicesOf,
  type Content,
  type ContentField,
  contentFieldNames,
  type contentFields,
  type ContentInput,
  contentFieldSpecs,
  contentTypes,
  type ContentType,
  DEFAULT_TAB,
  eanProblem,
  hasField,
  isChoiceField,
  readEans,
  SentContent,
} from '@endcap/contract/content';
import { code, type FieldCodes } from '@endcap/contract/core';
import { isTarget } from '@endcap/contract/deep-links';
import { daysLater, instantOfWallClock, lastDayOf, readInstant } from '@endcap/contract/warsaw-time';
import { useMemo } from 'react';
import { z } from 'zod';
import { type FormStore, useFields } from '../../../form/form-store.ts';
import { sameValue } from '../../../lib/same-value.ts';
import type { Language } from '../../../lib/language.tsx';

type FieldsOf<Input extends ContentInput> = {
  [F in ContentField]: (typeof contentFields)[F]['input'] extends Input ? F : never;
}[ContentField];
export type FlagField = FieldsOf<'flag'>;
export type ListField = FieldsOf<'eans' | 'segments' | 'stores' | 'groups'>;
/** Neither of them, nor a choice. */
export type TextFieldName = Exclude<ContentField, FlagField | ListField | FieldsOf<'choice' | 'derived'>>;
/** Derived fields are not in the form. */
export type FormField = Exclude<ContentField, FieldsOf<'derived'>>;

/** What the form holds, by the contract's table: text, yes or no, lists, and EANs that are typed and not added. */
export type ContentForm = { [F in FormField]: F extends FlagField ? boolean : F extends ListField ? string[] : string } & {
  typedEans: string;
};

/** §4, §9: a validity that is set fills the ends that are empty. */
const VALID_DAYS = 7;
/** The end of what is valid for seven days from an instant: the last minute of the last day (E-62). */
const usualEnd = (start: string): string => instantOfWallClock(`${lastDayOf(daysLater(start, VALID_DAYS))}T23:59`) ?? '';

const listInputs: ReadonlySet<ContentInput> = new Set(['eans', 'segments', 'stores', 'groups']);

export const isFlag = (field: ContentField): field is FlagField => contentFieldSpecs[field].input === 'flag';
export const isList = (field: ContentField): field is ListField => listInputs.has(contentFieldSpecs[field].input);
const isFormField = (field: ContentField): field is FormField => contentFieldSpecs[field].input !== 'derived';
export const formFields = contentFieldNames.filter(isFormField);

const asForm = (value: unknown): string | boolean | string[] =>
  typeof value === 'boolean' || Array.isArray(value) ? value : value === null || value === undefined ? '' : String(value);

// The table says what each field holds, and so does the form's type.
const formOf = (valueOf: (field: FormField) => unknown): ContentForm =>
  ({ ...Object.fromEntries(formFields.map((field) => [field, asForm(valueOf(field))])), typedEans: '' }) as ContentForm;

/** An item without anything in it. */
export const blankContent = Object.fromEntries(contentFieldNames.map((field) => [field, contentFieldSpecs[field].initial]));
export const emptyContentForm = (): ContentForm => formOf((field) => contentFieldSpecs[field].initial);
/** As the language writes it: amounts with its decimal sign (ux 25). */
export const toContentForm = (item: Content, language: Language): ContentForm =>
  formOf((field) => (field === 'discountValue' && language === 'pl' ? item[field]?.replace('.', ',') : item[field]));

/** A new form of a type that was chosen before it was opened. */
export const emptyFormOf = (contentType: ContentType): ContentForm => {
  const empty = emptyContentForm();
  return { ...empty, ...withConsequences(empty, { contentType }) };
};

const blank = emptyContentForm();
/** Whether a field holds what a new item has there. */
export const isBlank = (form: ContentForm, field: FormField): boolean => sameValue(form[field], blank[field]);

/** Choices among numbers: the form holds their text. */
const numbers = contentFieldNames.filter(isChoiceField).filter((field) => choicesOf(field).every((one) => typeof one === 'number'));

/** The contract's rules over what the form holds; links of the scheme open in the app (D-13). */
export const contentFormSchema = (appScheme: string) =>
  z
    .custom<ContentForm>()
    .transform((form): unknown => ({
      ...form,
      ...Object.fromEntries(numbers.map((field) => [field, form[field] ? Number(form[field]) : null])),
    }))
    .pipe(SentContent)
    .check(({ value: { url }, issues }) => {
      if (url !== null && !isTarget(appScheme, url)) issues.push({ code: 'custom', path: ['url'], message: code('notTarget'), input: url });
    });

export const typeOf = (form: Pick<ContentForm, 'contentType'>): ContentType =>
  contentTypes.find((type) => type === form.contentType) ?? 'leaflet';

/** Codes in the entry are saved like those of the list (D-44), doubtful ones once they are confirmed (E-20); a type without them drops them. */
export const addTypedEans = (form: ContentForm): { form: ContentForm; problems: FieldCodes } => {
  if (!hasField(typeOf(form), 'productEANs')) return { form: { ...form, typedEans: '' }, problems: {} };
  const reading = readEans(form.typedEans, form.productEANs);
  const problem = eanProblem(reading);
  if (problem) return { form, problems: { typedEans: [problem] } };
  return { form: { ...form, productEANs: [...new Set([...form.productEANs, ...reading.codes])], typedEans: '' }, problems: {} };
};

const aimFields = [
  'contentType',
  'includeStoreType',
  'includeStores',
  'excludeStores',
  'includeStoreGroups',
  'excludeStoreGroups',
  'segments',
  'version',
  'disabled',
  'publicationStart',
  'publicationEnd',
] as const satisfies readonly FormField[];

/** What decides who sees the form's item once it is saved: a field that the type has not is saved empty. */
export const aimedOf = (form: Pick<ContentForm, (typeof aimFields)[number]>): Aimed => {
  const type = typeOf(form);
  const saved: typeof form = {
    ...blank,
    ...Object.fromEntries(aimFields.filter((field) => hasField(type, field)).map((field) => [field, form[field]])),
  };
  return {
    includeStoreType: includeStoreTypes.find((type) => type === saved.includeStoreType) ?? '',
    includeStores: saved.includeStores,
    excludeStores: saved.excludeStores,
    includeStoreGroups: saved.includeStoreGroups,
    excludeStoreGroups: saved.excludeStoreGroups,
    segments: saved.segments,
    version: saved.version,
    disabled: saved.disabled,
    // What is not a date is none yet.
    publicationStart: readInstant(saved.publicationStart),
    publicationEnd: readInstant(saved.publicationEnd),
  };
};

/** The fields that decide who sees the form's item; the same object until one of them changes. */
export const useAimed = (editor: Pick<FormStore<ContentForm>, 'fields'>): Aimed => {
  const form = useFields(editor, aimFields);
  return useMemo(() => aimedOf(form), [form]);
};

/** Filled fields that saving will empty, because the chosen type has them not (A-96, ux 12). */
export const droppedFields = (form: ContentForm): FormField[] => {
  const type = typeOf(form);
  return formFields.filter((field) => !hasField(type, field) && !isBlank(form, field));
};

/**
 * A person's change with what follows from it: a validity start fills empty ends with the end of the seventh day (CONT-PUB-10..13, STATE-12), the
 * end of publication follows that of validity (E-65), a banner starts on the first tab, the first named store or group means those alone
 * (D-41). Nothing that was typed is overwritten; what was `filled` this way follows.
 */
export const withConsequences = (
  before: ContentForm,
  part: Partial<ContentForm>,
  filled: Partial<ContentForm> = {},
): Partial<ContentForm> => {
  const more: Partial<ContentForm> = {};
  const isFree = (field: FormField): boolean => before[field] === '' || (filled[field] !== undefined && filled[field] === before[field]);
  const start = readInstant(part.validityStart ?? '');
  const filledEnd = start === null || start === before.validityStart ? null : usualEnd(start);
  if (filledEnd !== null && isFree('validityEnd')) more.validityEnd = filledEnd;
  // Only a start fills an end of publication that is empty: without one, an item is shown for good.
  const mayFollow = filledEnd !== null || (part.validityEnd !== undefined && before.publicationEnd !== '');
  const end = readInstant(more.validityEnd ?? part.validityEnd ?? before.validityEnd) ?? filledEnd;
  if (mayFollow && end !== null && isFree('publicationEnd')) more.publicationEnd = end;
  const named = { includeStores: part.includeStores ?? [], includeStoreGroups: part.includeStoreGroups ?? [] };
  if (isFree('includeStoreType') && namesCovered(aimedOf(before), named)) more.includeStoreType = '';
  if (part.contentType === 'banner' && before.tab === '') more.tab = DEFAULT_TAB;
  return { ...more, ...part };
};
