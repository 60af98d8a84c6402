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
import { type FormStore, useFields, useValue } from '../../../form/form-store.ts';
import type { Editor } from '../../../frames/editor-spec.ts';
import { sameValue } from '../../../lib/same-value.ts';
import type { Language } from '../../../lib/language.tsx';

type FieldsOf<Input extends ContentInput> = {
  [F in ContentField]: (typeof contentFields)[F]['input'] extends Input ? F : never;
}[ContentField];
export type FlagField = FieldsOf<'flag'>;
export type ListField = FieldsOf<'eans' | 'segments' | 'stores' | 'groups'>;
/** Fields that are text in the form: no flags, lists or choices. */
export type TextFieldName = Exclude<ContentField, FlagField | ListField | FieldsOf<'choice' | 'derived'>>;
/** Derived fields are not in the form. */
export type FormField = Exclude<ContentField, FieldsOf<'derived'>>;

/** Values of the form, typed by the contract's table: strings, booleans, lists, and EANs that are typed but not added. */
export type ContentForm = { [F in FormField]: F extends FlagField ? boolean : F extends ListField ? string[] : string } & {
  typedEans: string;
};

export type ContentEditor = Editor<ContentForm, Content>;

/** Days from a validity start to the ends that it fills in if they are empty (§4, §9). */
const VALID_DAYS = 7;
/** Returns the end of a validity of seven days from an instant: the last minute of the last day (E-62). */
const defaultEnd = (start: string): string => instantOfWallClock(`${lastDayOf(daysLater(start, VALID_DAYS))}T23:59`) ?? '';

const listInputs: ReadonlySet<ContentInput> = new Set(['eans', 'segments', 'stores', 'groups']);

export const isFlag = (field: ContentField): field is FlagField => contentFieldSpecs[field].input === 'flag';
export const isList = (field: ContentField): field is ListField => listInputs.has(contentFieldSpecs[field].input);
const isFormField = (field: ContentField): field is FormField => contentFieldSpecs[field].input !== 'derived';
export const formFields = contentFieldNames.filter(isFormField);

const asForm = (value: unknown): string | boolean | string[] =>
  typeof value === 'boolean' || Array.isArray(value) ? value : value === null || value === undefined ? '' : String(value);

// The field specs and the form's type agree on the type of each field, so the cast is safe.
const formOf = (valueOf: (field: FormField) => unknown): ContentForm =>
  ({ ...Object.fromEntries(formFields.map((field) => [field, asForm(valueOf(field))])), typedEans: '' }) as ContentForm;

/** An item with the initial value of every field. */
export const blankContent = Object.fromEntries(contentFieldNames.map((field) => [field, contentFieldSpecs[field].initial]));
export const emptyContentForm = (): ContentForm => formOf((field) => contentFieldSpecs[field].initial);
/** Returns the form of an item. Amounts have the decimal sign of the language (ux 25). */
export const toContentForm = (item: Content, language: Language): ContentForm =>
  formOf((field) => (field === 'discountValue' && language === 'pl' ? item[field]?.replace('.', ',') : item[field]));

/** Returns a new form for a type that was chosen before it was opened. */
export const emptyFormOf = (contentType: ContentType): ContentForm => {
  const empty = emptyContentForm();
  return { ...empty, ...withConsequences(empty, { contentType }) };
};

const blank = emptyContentForm();
/** Returns whether a field has the value of a new item. */
export const isBlank = (field: FormField, value: ContentForm[FormField]): boolean => sameValue(value, blank[field]);

/** Choice fields with numeric values, which are text in the form. */
const numbers = contentFieldNames.filter(isChoiceField).filter((field) => choicesOf(field).every((one) => typeof one === 'number'));

/** Returns the schema of the form, with the rules of the contract. Links with the scheme open in the app (D-13). */
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

export const useContentType = (editor: Pick<FormStore<ContentForm>, 'fields'>): ContentType =>
  typeOf({ contentType: useValue(editor, 'contentType') });

/** Adds the codes in the entry to the list (D-44). Doubtful codes must be confirmed first (E-20). Types without codes drop them. */
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

/** Returns the targeting of the form's item as it will be saved. Fields that the type does not have are saved empty. */
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
    // An invalid date counts as empty.
    publicationStart: readInstant(saved.publicationStart),
    publicationEnd: readInstant(saved.publicationEnd),
  };
};

/** The fields that decide who sees the form's item; returns the same object until one of them changes. */
export const useAimed = (editor: Pick<FormStore<ContentForm>, 'fields'>): Aimed => {
  const form = useFields(editor, aimFields);
  return useMemo(() => aimedOf(form), [form]);
};

/** Returns the filled fields that saving will empty, because the chosen type does not have them (A-96, ux 12). */
export const droppedFields = (form: ContentForm): FormField[] => {
  const type = typeOf(form);
  return formFields.filter((field) => !hasField(type, field) && !isBlank(field, form[field]));
};

/**
 * Returns a person's change together with its automatic changes:
 * - a validity start fills empty ends with the end of the seventh day (CONT-PUB-10..13, STATE-12),
 * - the publication end follows the validity end (E-65),
 * - a banner starts on the first tab,
 * - the first store or group of a new item limits it to the chosen ones (D-41).
 * Values that a person entered are not overwritten; those in `filled` are.
 */
export const withConsequences = (
  before: ContentForm,
  part: Partial<ContentForm>,
  filled: Partial<ContentForm> = {},
): Partial<ContentForm> => {
  const more: Partial<ContentForm> = {};
  const isFree = (field: FormField): boolean => before[field] === '' || (filled[field] !== undefined && filled[field] === before[field]);
  const start = readInstant(part.validityStart ?? '');
  const filledEnd = start === null || start === before.validityStart ? null : defaultEnd(start);
  if (filledEnd !== null && isFree('validityEnd')) more.validityEnd = filledEnd;
  // Only a start fills an empty publication end. An item without that end is published indefinitely.
  const mayFollow = filledEnd !== null || (part.validityEnd !== undefined && before.publicationEnd !== '');
  const end = readInstant(more.validityEnd ?? part.validityEnd ?? before.validityEnd) ?? filledEnd;
  if (mayFollow && end !== null && isFree('publicationEnd')) more.publicationEnd = end;
  const named = { includeStores: part.includeStores ?? [], includeStoreGroups: part.includeStoreGroups ?? [] };
  if (isFree('includeStoreType') && namesCovered(aimedOf(before), named)) more.includeStoreType = '';
  if (part.contentType === 'banner' && before.tab === '') more.tab = DEFAULT_TAB;
  return { ...more, ...part };
};

/** Returns the automatic values that are not saved yet. Saved values are changed by a person only. */
export const unsaved = (filled: Partial<ContentForm>, stored: Partial<Record<string, unknown>> | null): Partial<ContentForm> =>
  Object.fromEntries(Object.entries(filled).filter(([field, value]) => stored?.[field] !== value));
